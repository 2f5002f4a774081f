import { sha384 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, parseHex } from '../../bytes/bytes.ts'
import type { RsaKey } from './public-key.ts'

const hashBytes = 48
const saltBytes = 48
const shortestModulusBits = 2048

/**
 * RSASSA-PSS with SHA-384, MGF1 with SHA-384 and 48 bytes of salt (RFC 8017, section 8.1.2). Nothing in it is secret,
 * so that plain integers serve. Never throws.
 */
export function verifyRsaPss(
  { modulus, exponent }: RsaKey,
  signature: Uint8Array,
  signedBytes: Uint8Array,
): boolean {
  const bits = modulus.toString(2).length
  if (bits < shortestModulusBits || exponent !== 65537n) return false
  if (signature.length !== Math.ceil(bits / 8)) return false
  const value = BigInt(`0x${bytesToHex(signature)}`)
  if (value >= modulus) return false
  const length = Math.ceil((bits - 1) / 8)
  const encoded = toBytes(power(value, modulus), length)
  return encoded !== null && holdsDigest(encoded, sha384(signedBytes), 8 * length - (bits - 1))
}

/** value ^ 65537 */
function power(value: bigint, modulus: bigint): bigint {
  let squared = value
  for (let at = 0; at < 16; at++) squared = (squared * squared) % modulus
  return (squared * value) % modulus
}

function toBytes(value: bigint, length: number): Uint8Array | null {
  const hex = value.toString(16).padStart(2 * length, '0')
  return hex.length === 2 * length ? parseHex(hex) : null
}

/** EMSA-PSS-VERIFY of RFC 8017, section 9.1.2. */
function holdsDigest(encoded: Uint8Array, digest: Uint8Array, unusedBits: number): boolean {
  if (encoded.at(-1) !== 0xbc) return false
  const split = encoded.length - hashBytes - 1
  const masked = encoded.subarray(0, split)
  const hash = encoded.subarray(split, -1)
  const unused = 0xff & ~(0xff >> unusedBits)
  if (((masked[0] ?? 0xff) & unused) !== 0) return false
  const mask = generateMask(hash, split)
  const block = masked.map((byte, at) => byte ^ (mask[at] ?? 0))
  block[0] = (block[0] ?? 0) & ~unused
  const paddingEnd = split - saltBytes - 1
  if (block.subarray(0, paddingEnd).some((byte) => byte !== 0) || block[paddingEnd] !== 1) {
    return false
  }
  const salt = block.subarray(paddingEnd + 1)
  const expected = sha384(concatBytes(new Uint8Array(8), digest, salt))
  return bytesToHex(expected) === bytesToHex(hash)
}

function generateMask(seed: Uint8Array, length: number): Uint8Array {
  const parts: Uint8Array[] = []
  for (let counter = 0; counter * hashBytes < length; counter++) {
    parts.push(sha384(concatBytes(seed, new Uint8Array([0, 0, 0, counter]))))
  }
  return concatBytes(...parts).subarray(0, length)
}
