import { createRequire } from 'node:module'
import sha3 from 'js-sha3'
import type secp256k1 from 'secp256k1'
import { hashMessage, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Digest } from '#shared/digest.ts'
import { personalMessageHash, recoverAddress } from '#shared/receipt/eip191.ts'
import { signMessageHash } from '#shared/receipt/sign-message-hash.ts'
import vectors from '../../vectors/eip191.countersign.json' with { type: 'json' }

// Three implementations that share no code: ours on noble, viem's, and libsecp256k1 with js-sha3.
// viem calls noble as well, so the third is the one that is independent down to the curve.

const native = createRequire(import.meta.url)('secp256k1/bindings.js') as typeof secp256k1

function hashBySha3(message: string): Buffer {
  const text = `\x19Ethereum Signed Message:\n${Buffer.byteLength(message)}${message}`
  return Buffer.from(sha3.keccak256.arrayBuffer(text))
}

function recoverNatively(message: string, signature: string): string {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const recovery = (bytes[64] ?? 0) - 27
  const key = native.ecdsaRecover(bytes.subarray(0, 64), recovery, hashBySha3(message), false)
  return `0x${sha3.keccak256(key.slice(1)).slice(-40)}`
}

test.each(vectors.cases)('all implementations agree on $message', async (vector) => {
  const { address, message, messageHash } = vector
  const signature = vector.signature as `0x${string}`
  expect(hashMessage(message)).toBe(`0x${hashBySha3(message).toString('hex')}`)
  if (messageHash !== undefined) expect(hashMessage(message)).toBe(messageHash)
  expect((await recoverMessageAddress({ message, signature })).toLowerCase()).toBe(address)
  expect(recoverNatively(message, signature)).toBe(address)

  const privateKey = Buffer.from(vector.privateKey.slice(2), 'hex')
  expect(signMessageHash(hashBySha3(message), privateKey)).toBe(signature)
  expect(
    await privateKeyToAccount(vector.privateKey as `0x${string}`).signMessage({ message }),
  ).toBe(signature)
  if (message.length !== 64) return
  const digest = message as Digest
  expect(Buffer.from(personalMessageHash(digest))).toEqual(hashBySha3(message))
  expect(recoverAddress(digest, signature)).toBe(address)
})

test('the length of a text beyond ASCII is that of its bytes', () => {
  const message = 'é 東京'
  expect(Buffer.from(personalMessageHash(message))).toEqual(hashBySha3(message))
})
