import { base64urlnopad } from '@scure/base'

/** The form of what a link of `/verify` holds behind its `#`: bytes, deflated without a head, as base64url. */
export const fragmentPrefix = '1.'

export function writeFragment(deflated: Uint8Array): string {
  return `${fragmentPrefix}${base64urlnopad.encode(deflated)}`
}

/** The deflated bytes, or null when a character does not belong there. */
export function readFragment(fragment: string): Uint8Array | null {
  try {
    return base64urlnopad.decode(fragment.slice(fragmentPrefix.length))
  } catch {
    return null
  }
}
