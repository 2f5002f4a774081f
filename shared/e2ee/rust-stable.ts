import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'

/** Digits that survive the enclave's number reader, and the least magnitude that it prints alike. */
const significantDigits = 15
const leastFraction = 1e-5

/**
 * A value whose `JSON.stringify` text the enclave's JSON library writes again byte for byte, so that
 * the digest of the restored request can be computed here (PROTOCOL.md §7.7). Fractions
 * are rounded to 15 significant digits; lone surrogates are replaced.
 * @throws {FormatError} JSON_NOT_CANONICALIZABLE for numbers that have no such form
 */
export function rustStable(value: Json): Json {
  if (typeof value === 'number') return stableNumber(value)
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map((each: Json) => rustStable(each))
  if (value === null || typeof value !== 'object') return value
  // fromEntries defines own members, so a name such as __proto__ survives.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.toWellFormed(),
      rustStable(member as Json),
    ]),
  )
}

function stableNumber(value: number): number {
  if (Number.isInteger(value)) {
    if (!Number.isSafeInteger(value)) throw unstable(encryptionProblems.integerTooLarge)
    return value === 0 ? 0 : value
  }
  if (!Number.isFinite(value)) throw unstable(encryptionProblems.numberTooLarge)
  const rounded = Number(value.toPrecision(significantDigits))
  if (Math.abs(rounded) < leastFraction) throw unstable(encryptionProblems.fractionTooSmall)
  return rounded
}

function unstable(message: string): FormatError {
  return new FormatError('JSON_NOT_CANONICALIZABLE', encryptionProblems.notEncryptable(message))
}
