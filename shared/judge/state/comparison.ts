import type { UncomparedCount } from './circumstances.ts'

/**
 * `but`: all is the same, but for these parts of it, which could not be compared. `differs`: it is shown differently.
 * `other`: something else is said in plain words. `unsure`: there was nothing to compare it with.
 */
export type Comparison = 'same' | { readonly but: UncomparedCount } | 'differs' | 'other' | 'unsure'

/** It was not found to be what was signed, nor to be anything else. */
export function isInDoubt(as: Comparison | 'not-placed'): boolean {
  return as === 'differs' || as === 'unsure'
}

/** All that could be compared is what was signed. */
export function isSigned(as: Comparison | 'not-placed'): boolean {
  return as === 'same' || typeof as === 'object'
}
