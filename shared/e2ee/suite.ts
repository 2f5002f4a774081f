import { x25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { x25519Secret } from './x25519-secret.ts'

/** Key agreement of one E2EE v2 suite (PROTOCOL.md §7.1). Keys are bytes. */
export interface Suite {
  readonly algo: string
  /** HKDF info, ASCII. */
  readonly info: string
  /** Length of a public key on the wire. */
  readonly publicKeyBytes: number
  /** From 32 private bytes. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array
  /** 32 bytes. @throws {Error} for a key that is no point, or of low order */
  sharedSecret(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array
}

const x25519Suite: Suite = {
  algo: 'x25519-aes-256-gcm-hkdf-sha256',
  info: 'aci.e2ee.v2.x25519',
  publicKeyBytes: 32,
  publicKeyOf: (privateKey) => x25519.getPublicKey(privateKey),
  sharedSecret: x25519Secret,
}

const secp256k1Suite: Suite = {
  algo: 'secp256k1-aes-256-gcm-hkdf-sha256',
  info: 'aci.e2ee.v2.secp256k1',
  publicKeyBytes: 65,
  publicKeyOf: (privateKey) => secp256k1.getPublicKey(privateKey, false),
  sharedSecret: (privateKey, publicKey) =>
    secp256k1.getSharedSecret(privateKey, publicKey, true).subarray(1),
}

/** Preferred first. */
export const suites: readonly Suite[] = [x25519Suite, secp256k1Suite]

export function suiteOf(algo: string): Suite | null {
  return suites.find((suite) => suite.algo === algo) ?? null
}
