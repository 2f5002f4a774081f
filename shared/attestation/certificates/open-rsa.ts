import { bytesToHex, parseHex } from '../../bytes/bytes.ts'
import type { RsaKey } from './public-key.ts'

const shortestModulusBits = 2048

interface Opened {
  readonly value: bigint
  /** Length of the modulus. */
  readonly bits: number
}

/** RSAVP1 of RFC 8017, section 5.2.2; null for a key that is too weak, and for what is no signature by it. */
export function openRsa({ modulus, exponent }: RsaKey, signature: Uint8Array): Opened | null {
  const bits = modulus.toString(2).length
  if (bits < shortestModulusBits || exponent !== 65537n) return null
  if (signature.length !== Math.ceil(bits / 8)) return null
  const value = BigInt(`0x${bytesToHex(signature)}`)
  return value >= modulus ? null : { value: power(value, modulus), bits }
}

/** value ^ 65537 */
function power(value: bigint, modulus: bigint): bigint {
  let squared = value
  for (let at = 0; at < 16; at++) squared = (squared * squared) % modulus
  return (squared * value) % modulus
}

/** So many bytes, big-endian; null where it takes more. */
export function integerBytes(value: bigint, length: number): Uint8Array | null {
  const hex = value.toString(16).padStart(2 * length, '0')
  return hex.length === 2 * length ? parseHex(hex) : null
}
