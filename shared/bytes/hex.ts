import { bytesToUtf8 } from '@noble/ciphers/utils.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

// Tables over bytes are fast: a ciphertext may be megabytes, which would take seconds as pieces of text.

const digits = utf8ToBytes('0123456789abcdef')
const notDigit = 0xff
const valueOf = new Uint8Array(256).fill(notDigit)
for (const [value, digit] of digits.entries()) valueOf[digit] = value

/** Lowercase, without prefix. */
export function bytesToHex(bytes: Uint8Array): string {
  const text = new Uint8Array(bytes.length * 2)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    text[2 * at] = digits[byte >> 4] ?? 0
    text[2 * at + 1] = digits[byte & 15] ?? 0
  }
  return bytesToUtf8(text)
}

/** Null for what is not whole bytes in lowercase hex without prefix. */
export function hexToBytes(hex: string): Uint8Array | null {
  const text = utf8ToBytes(hex)
  if (text.length % 2 !== 0) return null
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) {
    const high = valueOf[text[2 * at] ?? 0] ?? notDigit
    const low = valueOf[text[2 * at + 1] ?? 0] ?? notDigit
    if (high === notDigit || low === notDigit) return null
    bytes[at] = (high << 4) | low
  }
  return bytes
}
