import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { FormatError } from './errors.ts'

export { bytesToHex, concatBytes, utf8ToBytes }

const lowerHex = /^(?:[0-9a-f]{2})*$/

/**
 * Strict hex: lowercase, no prefix, whole bytes.
 * @throws {FormatError} HEX_MALFORMED, also when `length` (bytes) is given and differs.
 */
export function parseHex(text: string, length?: number): Uint8Array {
  if (!lowerHex.test(text)) throw new FormatError('HEX_MALFORMED', 'expected lowercase hex digits')
  if (length !== undefined && text.length !== 2 * length) {
    throw new FormatError('HEX_MALFORMED', `expected ${length} bytes, found ${text.length / 2}`)
  }
  return hexToBytes(text)
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
