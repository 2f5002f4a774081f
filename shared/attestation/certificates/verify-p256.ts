import { p256 } from '@noble/curves/nist.js'

/**
 * ECDSA over P-256 with SHA-256, as X.509 and Intel's collateral use it. Either value of `s` counts:
 * neither format asks for the lower one. Never throws: what cannot be a signature or a key is false.
 * @param signature 64 bytes r ‖ s
 * @param publicKey 64 bytes x ‖ y
 */
export function verifyP256(
  signature: Uint8Array,
  signedBytes: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  if (signature.length !== 64 || publicKey.length !== 64) return false
  const point = new Uint8Array(65)
  point[0] = 4
  point.set(publicKey, 1)
  try {
    return p256.verify(signature, signedBytes, point, { lowS: false })
  } catch {
    return false
  }
}
