import { x25519 } from '@noble/curves/ed25519.js'
import { nativeX25519 } from '../native-crypto.ts'

/** The shared secret of two keys of 32 bytes: 32 bytes. @throws {Error} for a key of low order */
export function x25519Secret(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return nativeX25519(privateKey, publicKey) ?? x25519.getSharedSecret(privateKey, publicKey)
}
