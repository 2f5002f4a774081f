import { randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Digest } from '#shared/digest.ts'
import { personalMessageHash, recoverAddress } from '#shared/receipt/eip191.ts'
import { isOfKnownKey } from '#shared/receipt/known-keys.ts'
import { signMessageHash } from '#shared/receipt/sign-message-hash.ts'

// Whose key signed is asked often of one key: what is remembered of it may save time, and change no answer.

const digestOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex') as Digest
const order = secp256k1.Point.Fn.ORDER

function newSigner() {
  const key = secp256k1.utils.randomSecretKey()
  const sign = (digest: Digest) => signMessageHash(personalMessageHash(digest), key)
  const digest = digestOf(randomBytes(32))
  return { sign, address: recoverAddress(digest, sign(digest)) ?? '' }
}

/** Until a key is one that is known. */
function meetOften({ sign, address }: ReturnType<typeof newSigner>): void {
  for (let index = 0; index < 10; index += 1) {
    const digest = digestOf(randomBytes(32))
    expect(recoverAddress(digest, sign(digest), address)).toBe(address)
  }
}

function partsOf(signature: string) {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  return secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact').addRecoveryBit(
    (bytes[64] ?? 0) - 27,
  )
}

function textOf(r: bigint, s: bigint, v: number): string {
  const hex = (value: bigint) => value.toString(16).padStart(64, '0')
  return `0x${hex(r)}${hex(s)}${v.toString(16)}`
}

const signer = newSigner()
const other = newSigner()
meetOften(signer)
meetOften(other)

test('a key that was recovered often is known, and no other one', () => {
  const digest = digestOf(randomBytes(32))
  const stranger = newSigner()
  const hash = personalMessageHash(digest)
  expect(isOfKnownKey(signer.address, partsOf(signer.sign(digest)), hash)).toBe(true)
  expect(isOfKnownKey(other.address, partsOf(signer.sign(digest)), hash)).toBe(false)
  expect(isOfKnownKey(signer.address, partsOf(stranger.sign(digest)), hash)).toBe(false)
  expect(isOfKnownKey(stranger.address, partsOf(stranger.sign(digest)), hash)).toBe(false)
})

/** Ways to make another signature, or one for something else, of a good one. */
const changes: readonly ((good: string, at: number) => string)[] = [
  (good) => good,
  (good, at) => {
    const index = 2 + (at % 130)
    const digit = (Number.parseInt(good[index] ?? '0', 16) ^ (1 + (at % 15))).toString(16)
    return `${good.slice(0, index)}${digit}${good.slice(index + 1)}`
  },
  // The other recovery bit names the point's mirror image.
  (good) => textOf(partsOf(good).r, partsOf(good).s, 27 + (1 - Number(partsOf(good).recovery))),
  // The same signature in its other form, with and without the bit that goes with it.
  (good) => textOf(partsOf(good).r, order - partsOf(good).s, 27 + Number(partsOf(good).recovery)),
  (good) =>
    textOf(partsOf(good).r, order - partsOf(good).s, 27 + (1 - Number(partsOf(good).recovery))),
  (good) => textOf(partsOf(good).s, partsOf(good).r, 27),
  (good) => textOf(1n, partsOf(good).s, 27),
  (good) => textOf(partsOf(good).r, 1n, 28),
  (good) => textOf(0n, partsOf(good).s, 27),
  (good) => textOf(partsOf(good).r, 0n, 27),
]

test('whom one is said to be of changes no answer, for good signatures and for altered ones', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom(signer, other),
      fc.constantFrom(...changes),
      fc.nat(),
      (bytes, by, change, at) => {
        const digest = digestOf(bytes)
        const signature = change(by.sign(digest), at)
        const strict = recoverAddress(digest, signature)
        for (const { address } of [signer, other]) {
          expect(recoverAddress(digest, signature, address)).toBe(strict)
        }
        const elsewhere = digestOf(bytes.map((byte) => byte ^ 1))
        expect(recoverAddress(elsewhere, signature, by.address)).toBe(
          recoverAddress(elsewhere, signature),
        )
      },
    ),
    { numRuns: 100 },
  )
})
