import { x25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { nativeSecp256k1, nativeX25519 } from '../native-crypto.ts'

/** How two keys become a secret. Keys are bytes. */
export interface KeyAgreement {
  /** From 32 private bytes. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array
  /** 32 bytes. @throws {Error} for a key that is no point, or of low order */
  sharedSecret(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array
}

/** Public keys are 32 bytes. */
export const x25519Agreement: KeyAgreement = {
  publicKeyOf: (privateKey) => x25519Secret(privateKey, x25519.GuBytes),
  sharedSecret: x25519Secret,
}

/** Public keys are points in full, 65 bytes; the secret is the x of the shared point. */
export const secp256k1Agreement: KeyAgreement = {
  publicKeyOf: (privateKey) => secp256k1.getPublicKey(privateKey, false),
  sharedSecret: (privateKey, publicKey) =>
    nativeSecp256k1(privateKey, publicKey) ??
    secp256k1.getSharedSecret(privateKey, publicKey, true).subarray(1),
}

function x25519Secret(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return nativeX25519(privateKey, publicKey) ?? x25519.getSharedSecret(privateKey, publicKey)
}
