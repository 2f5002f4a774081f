import { createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from 'node:crypto'
import { suiteOf } from '#shared/e2ee/suite.ts'
import type { ServicePrivateKey } from '#shared/simulation/e2ee-v2-service.ts'
import type { CustodyInput } from './make-key-custody.ts'

/** The keys that the simulated key management derives for the workload; they survive a restart. */
export interface WorkloadKeys {
  readonly receiptKeyId: string
  readonly custody: readonly CustodyInput[]
  readonly e2ee: readonly ServicePrivateKey[]
  /** Ed25519 over a message, 128 hex digits. */
  signReceipt(message: string): string
  /** The same with a key that is in no keyset. */
  signAsStranger(message: string): string
}

const x25519 = 'x25519-aes-256-gcm-hkdf-sha256'
const secp256k1 = 'secp256k1-aes-256-gcm-hkdf-sha256'
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seed 32 bytes */
export function deriveWorkloadKeys(seed: Uint8Array): WorkloadKeys {
  const scalar = (path: string) => new Uint8Array(hkdfSync('sha256', seed, '', path, 32))
  const receipt = ed25519Key(scalar('aci/receipt-ed25519/v1'))
  const stranger = ed25519Key(scalar('stranger'))
  const key = (algo: string, path: string) => ({ algo, privateKey: scalar(path) })
  const e2ee = [key(secp256k1, 'aci/e2ee/v1'), key(x25519, 'aci/e2ee-x25519/v1')]
  const publicKeyOf = ({ algo, privateKey }: ServicePrivateKey) =>
    Buffer.from(suiteOf(algo)?.publicKeyOf(privateKey) ?? []).toString('hex')
  return {
    receiptKeyId: 'dstack-kms-receipt-ed25519-v1',
    custody: [
      {
        role: 'receipt',
        path: 'aci/receipt-ed25519/v1',
        purpose: 'aci.receipt.ed25519.v1',
        algo: 'ed25519',
        scalar: scalar('aci/receipt-ed25519/v1'),
        publicKey: rawEd25519(receipt),
      },
      ...e2ee.map((each) => ({
        role: each.algo === x25519 ? 'e2ee-x25519' : 'e2ee-secp256k1',
        path: each.algo === x25519 ? 'aci/e2ee-x25519/v1' : 'aci/e2ee/v1',
        purpose: each.algo === x25519 ? 'aci.e2ee.x25519.v1' : 'aci.e2ee.v1',
        algo: each.algo,
        scalar: each.privateKey,
        publicKey: publicKeyOf(each),
      })),
    ],
    e2ee,
    signReceipt: (message) => sign(null, Buffer.from(message), receipt).toString('hex'),
    signAsStranger: (message) => sign(null, Buffer.from(message), stranger).toString('hex'),
  }
}

function ed25519Key(seed: Uint8Array): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([ed25519Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
}

function rawEd25519(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
}
