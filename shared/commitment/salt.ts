import { FormatError } from '../errors.ts'
import * as byteProblems from '../words/english/formats/byte-problems.ts'

declare const saltBrand: unique symbol

/**
 * 32 random bytes as 64 lowercase hex digits; the text itself is hashed. Whoever holds it can open
 * the commitment.
 */
export type Salt = string & { readonly [saltBrand]: true }

const saltPattern = /^[0-9a-f]{64}$/

/** @throws {FormatError} SALT_MALFORMED */
export function parseSalt(text: string): Salt {
  if (!saltPattern.test(text)) {
    throw new FormatError('SALT_MALFORMED', byteProblems.salt)
  }
  return text as Salt
}
