import { Gunzip } from 'fflate'
import { joinBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'

/** A byte of input becomes a thousand at most: so much is read before it is counted again. */
const stepBytes = 4 * 1024

/** @param mostBytes of what comes out: a few bytes can stand for gigabytes @throws {FormatError} E2EE_MALFORMED */
export function gunzipCapped(bytes: Uint8Array, mostBytes: number): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = new Gunzip((part) => {
    parts.push(part)
    length += part.length
  })
  try {
    for (let at = 0; at < bytes.length && length <= mostBytes; at += stepBytes) {
      reader.push(bytes.subarray(at, at + stepBytes), at + stepBytes >= bytes.length)
    }
  } catch (cause) {
    throw new FormatError('E2EE_MALFORMED', encryptionProblems.noGzip, '', { cause })
  }
  if (length > mostBytes)
    throw new FormatError('E2EE_MALFORMED', encryptionProblems.unpackedTooLong)
  return joinBytes(parts)
}
