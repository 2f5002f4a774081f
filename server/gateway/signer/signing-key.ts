import { signerProblems } from '#shared/words/english/configuration/signer-problems.ts'
import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { privateKeyToAddress, sign as viemSign } from 'viem/accounts'
import { signMessageHash } from '#shared/receipt/sign-message-hash.ts'
import { SignerError } from './signer-error.ts'

/** EIP-191 message hash (32 bytes) → r ‖ s ‖ v, `0x` and 130 lowercase hex digits, v 27 or 28. */
export type Sign = (messageHash: Uint8Array) => string

export interface SigningKey {
  /** `0x` and 40 lowercase hex digits. */
  readonly address: string
  readonly sign: Sign
  /** libsecp256k1 where its addon is built, eight times as fast as the JavaScript one. */
  readonly library: 'libsecp256k1' | 'javascript'
}

interface NativeSecp256k1 {
  ecdsaSign(
    messageHash: Uint8Array,
    privateKey: Uint8Array,
  ): { readonly signature: Uint8Array; readonly recid: number }
}

/**
 * A key that signs. Whichever library signs, its signature is compared with viem's once, before
 * anything depends on it.
 * @param privateKey 32 bytes
 * @throws {SignerError} SIGNER_KEY_INVALID, SIGNER_DISAGREES
 */
export async function createSigningKey(privateKey: Uint8Array): Promise<SigningKey> {
  const address = addressOfKey(privateKey)
  const native = loadNative()
  const sign = native === null ? javascriptSigner(privateKey) : nativeSigner(native, privateKey)
  await checkAgreement(sign, privateKey)
  return { address, sign, library: native === null ? 'javascript' : 'libsecp256k1' }
}

/** The N-API addon, or null where none is built for this platform. */
export function loadNative(): NativeSecp256k1 | null {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings.js') as NativeSecp256k1
  } catch {
    return null
  }
}

export function nativeSigner(native: NativeSecp256k1, privateKey: Uint8Array): Sign {
  return (messageHash) => {
    const { signature, recid } = native.ecdsaSign(messageHash, privateKey)
    const hex = Buffer.from(signature.buffer, signature.byteOffset, 64).toString('hex')
    return `0x${hex}${recid === 0 ? '1b' : '1c'}`
  }
}

export function javascriptSigner(privateKey: Uint8Array): Sign {
  return (messageHash) => signMessageHash(messageHash, privateKey)
}

function addressOfKey(privateKey: Uint8Array): string {
  try {
    return privateKeyToAddress(toHex(privateKey)).toLowerCase()
  } catch {
    // The library's own error names the value, so it is dropped.
    throw new SignerError('SIGNER_KEY_INVALID', signerProblems.notKey)
  }
}

async function checkAgreement(sign: Sign, privateKey: Uint8Array): Promise<void> {
  const messageHash = hash('sha256', 'countersign: which library signs', 'buffer')
  const expected = await viemSign({
    hash: toHex(messageHash),
    privateKey: toHex(privateKey),
    to: 'hex',
  })
  if (sign(messageHash) === expected) return
  throw new SignerError('SIGNER_DISAGREES', signerProblems.twoSignatures)
}

function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${Buffer.from(bytes).toString('hex')}`
}
