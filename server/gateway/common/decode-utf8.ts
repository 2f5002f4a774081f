import { isUtf8 } from 'node:buffer'
import { FormatError } from '#shared/errors.ts'

/** @throws {FormatError} UTF8_MALFORMED when the bytes are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new FormatError('UTF8_MALFORMED', 'it is not UTF-8')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
