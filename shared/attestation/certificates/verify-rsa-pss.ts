import { sha384 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '../../bytes/bytes.ts'
import { integerBytes, openRsa } from './open-rsa.ts'
import type { RsaKey } from './public-key.ts'

const hashBytes = 48
const saltBytes = 48

/**
 * RSASSA-PSS with SHA-384, MGF1 with SHA-384 and 48 bytes of salt (RFC 8017, section 8.1.2). Nothing in it is secret,
 * so that plain integers serve. Never throws.
 */
export function verifyRsaPss(key: RsaKey, signature: Uint8Array, signedBytes: Uint8Array): boolean {
  const opened = openRsa(key, signature)
  if (opened === null) return false
  const { value, bits } = opened
  const length = Math.ceil((bits - 1) / 8)
  const encoded = integerBytes(value, length)
  return encoded !== null && holdsDigest(encoded, sha384(signedBytes), 8 * length - (bits - 1))
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
