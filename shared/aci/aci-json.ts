import { utf8ToBytes } from '../bytes/bytes.ts'
import { canonicalJson, type Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as enclaveDocuments from '../words/english/enclave/enclave-documents.ts'

/** Values of all kinds in a document; the largest that are in use have some hundreds. */
const mostValues = 16_384

/**
 * Canonical text as the enclaves' protocol uses it: RFC 8785 over documents whose member names are
 * ASCII and whose numbers are integers.
 * @throws {FormatError} JSON_NOT_CANONICALIZABLE for every other document, and for one of very many
 * values before any of it is written
 */
export function aciCanonicalJson(value: Json): string {
  countValues(value, mostValues)
  return canonicalJson(value)
}

/** How many values of `most` are left. */
function countValues(value: Json, most: number): number {
  if (most <= 0) throw refused(enclaveDocuments.tooManyValues(mostValues))
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw refused(enclaveDocuments.noSafeInteger)
  }
  if (value === null || typeof value !== 'object') return most - 1
  let left = most - 1
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) left = countValues(item, left)
    return left
  }
  for (const key of Object.keys(value)) {
    if (utf8ToBytes(key).length !== key.length) {
      throw refused(enclaveDocuments.nameNotAscii)
    }
    left = countValues((value as JsonObject)[key] as Json, left)
  }
  return left
}

function refused(message: string): FormatError {
  return new FormatError('JSON_NOT_CANONICALIZABLE', message)
}
