import { createECDH, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { fieldSchemes } from '#shared/near/field-scheme.ts'
import { personalMessageHash, recoverAddress } from '#shared/receipt/eip191.ts'
import { signMessageHash } from '#shared/receipt/sign-message-hash.ts'
import { createNearService, type NearService } from '#shared/simulation/near-service.ts'

/** A host has two keys, one on each curve: a report is on one of them, which signs and is encrypted to. */
export interface HostKey {
  readonly algo: 'ed25519' | 'ecdsa'
  /** Hex. */
  readonly publicKey: string
  /** As a report and a signature name the key: an Ed25519 key itself, or `0x` and 40 hex digits. */
  readonly address: string
  /** Opens and encrypts fields. */
  readonly service: NearService
  sign(text: string): string
}

export function drawEd25519Key(): HostKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d, x } = privateKey.export({ format: 'jwk' })
  const seed = Buffer.from(String(d), 'base64url')
  const scheme = fieldSchemes['near-2']
  const address = Buffer.from(String(x), 'base64url').toString('hex')
  return {
    algo: 'ed25519',
    publicKey: address,
    address,
    service: createNearService(
      scheme,
      scheme.cipher.drawClientKey(() => seed).privateKey,
      randomBytes,
    ),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('hex'),
  }
}

export function drawSecp256k1Key(): HostKey {
  const pair = createECDH('secp256k1')
  const publicKey = pair.generateKeys('hex', 'uncompressed')
  const privateKey = Buffer.alloc(32)
  const drawn = pair.getPrivateKey()
  drawn.copy(privateKey, 32 - drawn.length)
  const signed = (text: string) => signMessageHash(personalMessageHash(text), privateKey)
  return {
    algo: 'ecdsa',
    publicKey,
    address: String(recoverAddress('', signed(''))),
    service: createNearService(fieldSchemes['venice-1'], privateKey, randomBytes),
    sign: signed,
  }
}
