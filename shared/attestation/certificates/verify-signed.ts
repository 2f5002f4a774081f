import { p256, p384 } from '@noble/curves/nist.js'
import { sha256, sha384 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '../../bytes/bytes.ts'
import { setBounded } from '../../bytes/set-bounded.ts'
import { sha256Digest, type Digest } from '../../digest.ts'
import { nativeEcdsa } from '../../native-crypto.ts'
import type { EcKey, PublicKey } from './public-key.ts'
import type { SignatureAlgorithm } from './signature-algorithm.ts'
import { verifyRsaPkcs1 } from './verify-rsa-pkcs1.ts'
import { verifyRsaPss } from './verify-rsa-pss.ts'

const curves = { p256, p384 } as const
const hashes = {
  'ecdsa-sha256': { hash: 'sha256', digestOf: sha256 },
  'ecdsa-sha384': { hash: 'sha384', digestOf: sha384 },
} as const

interface Signed {
  readonly key: PublicKey
  readonly signature: Uint8Array
  /** How ECDSA's two numbers are written: `der` unless said. */
  readonly form?: EcdsaSigned['form']
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
  return verifyEcdsa(algorithm, { key, signature, form }, signedBytes)
}

interface EcdsaSigned {
  readonly key: EcKey
  readonly signature: Uint8Array
  /** `compact` is r ‖ s, big-endian. */
  readonly form: 'der' | 'compact'
}

/** Signatures that were looked at: eight GPUs share most of their chains, and every document those of its makers. */
const lookedAt = new Map<Digest, boolean>()
const mostLookedAt = 1024

/** Either value of `s` counts, as in every format that is read here. */
function verifyEcdsa(
  algorithm: keyof typeof hashes,
  { key, signature, form }: EcdsaSigned,
  signedBytes: Uint8Array,
): boolean {
  const { hash, digestOf } = hashes[algorithm]
  const digest = digestOf(signedBytes)
  const parts = [key.point, signature, digest].map(bytesToHex)
  const asked = sha256Digest([key.kind, form, ...parts].join(' '))
  const holds =
    lookedAt.get(asked) ??
    orFalse(() => {
      const curve = curves[key.kind]
      const compact = curve.Signature.fromBytes(signature, form).toBytes('compact')
      const ecdsa = { curve: key.kind, hash, point: key.point, signature: compact } as const
      const options = { prehash: false, lowS: false, format: 'compact' } as const
      return nativeEcdsa(ecdsa, signedBytes) ?? curve.verify(compact, digest, key.point, options)
    })
  setBounded(lookedAt, mostLookedAt, [asked, holds])
  return holds
}

function orFalse(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}
