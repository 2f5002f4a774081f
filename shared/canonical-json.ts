import canonicalize from 'canonicalize'
import { FormatError } from './errors.ts'

/** What JSON.parse gives. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [member: string]: Json }

/**
 * RFC 8785 (JCS) text of a JSON value.
 * @throws {FormatError} JSON_NOT_CANONICALIZABLE for what RFC 8785 cannot write: a lone surrogate, a
 * number that is not finite, a cycle, or a value that is no JSON at all.
 */
export function canonicalJson(value: Json): string {
  let text: string | undefined
  try {
    text = canonicalize(value)
  } catch (cause) {
    throw new FormatError('JSON_NOT_CANONICALIZABLE', 'RFC 8785 cannot write this value', '', {
      cause,
    })
  }
  if (text === undefined) {
    throw new FormatError('JSON_NOT_CANONICALIZABLE', 'this value has no JSON form')
  }
  return text
}
