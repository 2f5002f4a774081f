import type { UncomparedCount } from './circumstances.ts'

/**
 * `other`: no way to draw the signed text gives what is shown. Where a renderer may have its part in it: `unsure`.
 * `but`: all is the same, but for these parts of it, of which nothing can be told.
 */
export type Comparison = 'same' | { readonly but: UncomparedCount } | 'unsure' | 'other'

/** All that could be compared is what was signed. */
export function isSigned(as: Comparison | 'not-placed'): boolean {
  return as === 'same' || typeof as === 'object'
}
