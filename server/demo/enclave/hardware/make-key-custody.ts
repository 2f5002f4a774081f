import { createECDH } from 'node:crypto'
import { keccak256 } from 'viem'
import { sign } from 'viem/accounts'

/** A key that the simulated key management gave out; scalars are 32 bytes. */
export interface CustodyInput {
  readonly role: string
  readonly path: string
  readonly purpose: string
  readonly algo: string
  readonly scalar: Uint8Array
  /** Lowercase hex, as in the keyset. */
  readonly publicKey: string
}

interface KeyManagement {
  readonly rootScalar: Uint8Array
  readonly appScalar: Uint8Array
  /** 40 hex digits. */
  readonly appId: string
}

/** The chain from the key management's root to each key (PROTOCOL.md §6). */
export async function makeKeyCustody(kms: KeyManagement, keys: readonly CustodyInput[]) {
  const appKey = compressedKey(kms.appScalar)
  const issued = Buffer.concat([
    Buffer.from('dstack-kms-issued:'),
    Buffer.from(kms.appId, 'hex'),
    Buffer.from(appKey, 'hex'),
  ])
  const byRoot = await signMessage(issued, kms.rootScalar)
  return {
    provider: 'dstack-kms',
    keys: await Promise.all(
      keys.map(async ({ role, path, purpose, algo, scalar, publicKey }) => {
        const kmsKey = compressedKey(scalar)
        const byApp = await signMessage(Buffer.from(`${purpose}:${kmsKey}`), kms.appScalar)
        return {
          role,
          path,
          purpose,
          algo,
          public_key: publicKey,
          kms_public_key: kmsKey,
          signature_chain: [byApp, byRoot],
        }
      }),
    ),
  }
}

/** On secp256k1, 33 bytes as hex. */
export function compressedKey(scalar: Uint8Array): string {
  const curve = createECDH('secp256k1')
  curve.setPrivateKey(scalar)
  return curve.getPublicKey('hex', 'compressed')
}

/** r ‖ s ‖ v with v 0 or 1, over the Keccak-256 digest. */
async function signMessage(message: Uint8Array, scalar: Uint8Array): Promise<string> {
  const { r, s, yParity } = await sign({
    hash: keccak256(message),
    privateKey: `0x${Buffer.from(scalar).toString('hex')}`,
  })
  return `${r.slice(2)}${s.slice(2)}0${yParity}`
}
