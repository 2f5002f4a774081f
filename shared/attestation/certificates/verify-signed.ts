import { p256, p384 } from '@noble/curves/nist.js'
import { sha256, sha384 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '../../bytes/bytes.ts'
import { setBounded } from '../../bytes/set-bounded.ts'
import { sha256Digest, type Digest } from '../../digest.ts'
import type { EcKey, PublicKey } from './public-key.ts'
import type { SignatureAlgorithm } from './signature-algorithm.ts'
import { verifyRsaPkcs1 } from './verify-rsa-pkcs1.ts'
import { verifyRsaPss } from './verify-rsa-pss.ts'

const curves = { p256, p384 } as const
const hashes = { 'ecdsa-sha256': sha256, 'ecdsa-sha384': sha384 } as const

interface Signed {
  readonly key: PublicKey
  readonly signature: Uint8Array
  /** How ECDSA's two numbers are written: `der` unless said. */
  readonly form?: EcdsaSignature['form']
}

/** Whether the key signed these bytes so. Never throws: what cannot be a signature or a key is false. */
export function verifySigned(
  algorithm: SignatureAlgorithm,
  { key, signature, form = 'der' }: Signed,
  signedBytes: Uint8Array,
): boolean {
  if (algorithm === 'other' || key.kind === 'other') return false
  if (algorithm === 'rsa-pss-sha384') {
    return key.kind === 'rsa' && verifyRsaPss(key, signature, signedBytes)
  }
  if (algorithm === 'rsa-pkcs1-sha256') {
    return key.kind === 'rsa' && verifyRsaPkcs1(key, signature, signedBytes)
  }
  if (key.kind === 'rsa') return false
  return verifyEcdsa(key, { signature, form }, hashes[algorithm](signedBytes))
}

interface EcdsaSignature {
  readonly signature: Uint8Array
  /** `compact` is r ‖ s, big-endian. */
  readonly form: 'der' | 'compact'
}

/** Signatures that were looked at: eight GPUs share most of their chains, and every document those of its makers. */
const lookedAt = new Map<Digest, boolean>()
const mostLookedAt = 1024

/** ECDSA over a digest; either value of `s` counts, as in every format that is read here. Never throws. */
export function verifyEcdsa(
  key: EcKey,
  { signature, form }: EcdsaSignature,
  digest: Uint8Array,
): boolean {
  const parts = [key.point, signature, digest].map(bytesToHex)
  const asked = sha256Digest([key.kind, form, ...parts].join(' '))
  const holds = lookedAt.get(asked) ?? computeEcdsa(key, { signature, form }, digest)
  setBounded(lookedAt, mostLookedAt, [asked, holds])
  return holds
}

function computeEcdsa(
  { kind, point }: EcKey,
  { signature, form: format }: EcdsaSignature,
  digest: Uint8Array,
): boolean {
  try {
    return curves[kind].verify(signature, digest, point, { prehash: false, lowS: false, format })
  } catch {
    return false
  }
}
