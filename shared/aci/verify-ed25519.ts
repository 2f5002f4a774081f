import { ed25519 } from '@noble/curves/ed25519.js'

/**
 * Ed25519 in its strict form: canonical encodings, and neither key nor commitment of small order, so
 * that a signature binds one message and one key (PROTOCOL.md §8.1).
 * @param signature 64 bytes, `publicKey` 32
 */
export function verifyEd25519(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  try {
    // The library refuses keys of small order without ZIP 215, and says nothing of commitments.
    if (ed25519.Point.fromBytes(signature.subarray(0, 32), false).isSmallOrder()) return false
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
