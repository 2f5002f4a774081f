import { isUtf8 } from 'node:buffer'
import { FormatError } from '#shared/errors.ts'
import { answerProblems } from '#shared/words/english/errors/provider-errors.ts'

/** @throws {FormatError} UTF8_MALFORMED when the bytes are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new FormatError('UTF8_MALFORMED', answerProblems.notUtf8)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
