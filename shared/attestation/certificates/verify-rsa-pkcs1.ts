import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '../../bytes/bytes.ts'
import { integerBytes, openRsa } from './open-rsa.ts'
import type { RsaKey } from './public-key.ts'

/** What stands before a SHA-256 digest, DER (RFC 8017, section 9.2, note 1). */
const digestInfo = '3031300d060960864801650304020105000420'

/** RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, section 8.2.2), compared as a whole. Never throws. */
export function verifyRsaPkcs1(
  key: RsaKey,
  signature: Uint8Array,
  signedBytes: Uint8Array,
): boolean {
  const opened = openRsa(key, signature)
  const encoded = opened && integerBytes(opened.value, signature.length)
  if (encoded === null) return false
  const end = `00${digestInfo}${bytesToHex(sha256(signedBytes))}`
  const expected = `0001${end.padStart(2 * signature.length - 4, 'f')}`
  return bytesToHex(encoded) === expected
}
