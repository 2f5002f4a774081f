import { bytesToUtf8 } from '@noble/ciphers/utils.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { FormatError } from '../errors.ts'
import * as byteProblems from '../words/english/formats/byte-problems.ts'
import { bytesToHex, hexToBytes } from './hex.ts'

export { bytesToHex, concatBytes, utf8ToBytes }

/**
 * Strict hex: lowercase, no prefix, whole bytes.
 * @throws {FormatError} HEX_MALFORMED, also when `length` (bytes) is given and differs.
 */
export function parseHex(text: string, length?: number): Uint8Array {
  const bytes = hexToBytes(text)
  if (bytes === null) throw new FormatError('HEX_MALFORMED', byteProblems.hex)
  if (length !== undefined && text.length !== 2 * length) {
    throw new FormatError('HEX_MALFORMED', byteProblems.length(length, text.length / 2))
  }
  return bytes
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  // A loop, since a callback for each byte of a long body takes a quarter of a second.
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** Any number of parts: arguments of a call are limited, and who writes a stream chooses how many parts it has. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** @throws {FormatError} UTF8_MALFORMED: nothing is replaced, so the text stands for exactly these bytes. */
export function parseUtf8(bytes: Uint8Array): string {
  // The decoder drops a leading byte order mark and replaces what is not UTF-8: both change the bytes.
  const text = bytesToUtf8(bytes)
  if (equalBytes(utf8ToBytes(text), bytes)) return text
  throw new FormatError('UTF8_MALFORMED', byteProblems.utf8)
}
