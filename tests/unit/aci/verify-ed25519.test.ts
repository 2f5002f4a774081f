import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'
import { verifyEd25519 } from '#shared/aci/verify-ed25519.ts'

const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const key = createPrivateKey({
  key: Buffer.concat([prefix, Buffer.alloc(32, 2)]),
  format: 'der',
  type: 'pkcs8',
})
const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
const message = Buffer.from('a receipt')
const signature = sign(null, message, key)

/** Order of the group, little-endian. */
const order = Buffer.from('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', 'hex')

function addOrder(s: Uint8Array): Buffer {
  let carry = 0
  return Buffer.from(
    s.map((byte, at) => {
      const sum = byte + (order[at] ?? 0) + carry
      carry = sum >> 8
      return sum & 0xff
    }),
  )
}

test('a signature of another library holds, for this message and this key', () => {
  expect(verifyEd25519(signature, message, publicKey)).toBe(true)
  expect(verifyEd25519(signature, Buffer.from('another'), publicKey)).toBe(false)
  expect(verifyEd25519(signature, message, Buffer.alloc(32, 3))).toBe(false)
})

test('a scalar that is not reduced is refused: a signature has one form', () => {
  const altered = Buffer.concat([signature.subarray(0, 32), addOrder(signature.subarray(32))])
  expect(verifyEd25519(altered, message, publicKey)).toBe(false)
})

test('a key of small order, under which anything verifies, is refused', () => {
  // The neutral element as key and commitment, and zero as scalar, satisfy the equation for every message.
  const neutral = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)])
  const forged = Buffer.concat([neutral, Buffer.alloc(32)])
  expect(verifyEd25519(forged, message, neutral)).toBe(false)
  expect(verifyEd25519(forged, message, publicKey)).toBe(false)
})

test('what is no signature or no key is false, and throws nothing', () => {
  expect(verifyEd25519(Buffer.alloc(0), message, publicKey)).toBe(false)
  expect(verifyEd25519(signature, message, Buffer.alloc(0))).toBe(false)
})

const littleEndian = (bytes: Uint8Array) =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)

test('a commitment of small order is refused, though the equation holds', () => {
  const neutral = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)])
  const secret = createHash('sha512').update(Buffer.alloc(32, 2)).digest().subarray(0, 32)
  secret[0] = (secret[0] ?? 0) & 0xf8
  secret[31] = ((secret[31] ?? 0) & 0x7f) | 0x40
  const challenge = createHash('sha512').update(neutral).update(publicKey).update(message).digest()
  const scalar = (littleEndian(challenge) * littleEndian(secret)) % littleEndian(order)
  const s = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse()
  const forged = Buffer.concat([neutral, s])
  // A verifier that only looks at the equation lets it pass.
  expect(ed25519.verify(forged, message, publicKey)).toBe(true)
  expect(verifyEd25519(forged, message, publicKey)).toBe(false)
})
