import { x25519 } from '@noble/curves/ed25519.js'
import { p256, p384 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256, sha384 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { x25519Agreement } from '#shared/e2ee/key-agreements.ts'
import { nativeEcdsa, nativeSecp256k1, nativeX25519 } from '#shared/native-crypto.ts'

// What Node computes is what JavaScript computes in a browser.

const message = new TextEncoder().encode('signed')
const curves = { p256, p384 } as const
const hashes = { sha256, sha384 } as const

for (const [name, hash] of [
  ['p256', 'sha256'],
  ['p384', 'sha384'],
  ['p256', 'sha384'],
  ['p384', 'sha256'],
] as const) {
  const curve = curves[name]
  const bytes = curve.lengths.secretKey ?? 0
  const secret = curve.utils.randomSecretKey()
  const point = curve.getPublicKey(secret, false)
  const digest = hashes[hash](message)
  const good = curve.sign(digest, secret, { prehash: false, lowS: true })
  const order = curve.Point.Fn.ORDER
  const numbers = curve.Signature.fromBytes(good, 'compact')
  const written = (number: bigint) => hexToBytes(number.toString(16).padStart(bytes * 2, '0'))
  const joined = (r: bigint, s: bigint) => concatBytes(written(r), written(s))
  const signatures = {
    'the signature': good,
    'its other value of s': joined(numbers.r, order - numbers.s),
    'another r': joined(numbers.r ^ 1n, numbers.s),
    'another s': joined(numbers.r, numbers.s ^ 1n),
    'r of 0': joined(0n, numbers.s),
    's of 0': joined(numbers.r, 0n),
    'r of the order': joined(order, numbers.s),
    's of the order': joined(numbers.r, order),
    'zeros alone': joined(0n, 0n),
    'a byte too few': good.subarray(1),
    'a byte too many': concatBytes(good, Uint8Array.of(0)),
  }
  test.each(Object.entries(signatures))(`${name} over ${hash}: %s`, (_, signature) => {
    const native = nativeEcdsa({ curve: name, hash, point, signature }, message)
    const options = { prehash: false, lowS: false, format: 'compact' } as const
    const computed = () => {
      try {
        return curve.verify(signature, digest, point, options)
      } catch {
        return false
      }
    }
    expect(native).toBe(computed())
    const more = concatBytes(message, Uint8Array.of(0))
    expect(nativeEcdsa({ curve: name, hash, point, signature }, more)).toBe(false)
  })
  test(`${name}: JavaScript is asked about a key that is no point`, () => {
    const moved = point.map((byte, at) => (at === point.length - 1 ? byte ^ 1 : byte))
    const none = [moved, point.subarray(1), new Uint8Array(point.length), Uint8Array.of(4)]
    for (const key of none) {
      expect(nativeEcdsa({ curve: name, hash, point: key, signature: good }, message)).toBeNull()
    }
  })
}

const otherWritings = [
  // The base point with the bit on top, and 9 + p.
  '0900000000000000000000000000000000000000000000000000000000000080',
  'f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
]

test('a shared secret of X25519 is the same, however the key is written', () => {
  const secret = x25519.utils.randomSecretKey()
  const keys = Array.from({ length: 20 }, () => x25519.getPublicKey(x25519.utils.randomSecretKey()))
  for (const key of [...keys, ...otherWritings.map(hexToBytes)]) {
    const native = nativeX25519(secret, key)
    expect(native && bytesToHex(native)).toBe(bytesToHex(x25519.getSharedSecret(secret, key)))
  }
})

const lowOrder = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
]

test.each(lowOrder)('JavaScript is asked about a key of low order, and refuses: %s', (hex) => {
  const secret = x25519.utils.randomSecretKey()
  expect(nativeX25519(secret, hexToBytes(hex))).toBeNull()
  expect(() => x25519.getSharedSecret(secret, hexToBytes(hex))).toThrow()
})

test('a public key of X25519 is the secret with the base point', () => {
  const secret = x25519.utils.randomSecretKey()
  const computed = x25519Agreement.publicKeyOf(secret)
  expect(bytesToHex(computed)).toBe(bytesToHex(x25519.getPublicKey(secret)))
})

test('a shared secret of secp256k1 is the x of the point, however the key is written', () => {
  // The x of the last pair begins with a byte of 0.
  const pairs = [...Array.from({ length: 4 }, drawPair), ['11'.repeat(32), '6d'.padStart(64, '0')]]
  for (const [secret = '', other = ''] of pairs) {
    const own = hexToBytes(secret)
    const key = secp256k1.Point.BASE.multiply(BigInt(`0x${other}`))
    const computed = secp256k1.getSharedSecret(own, key.toBytes(true), true)
    for (const isCompressed of [true, false]) {
      const native = nativeSecp256k1(own, key.toBytes(isCompressed))
      expect(native && bytesToHex(native)).toBe(bytesToHex(computed.subarray(1)))
    }
  }
})

const drawPair = () =>
  [secp256k1.utils.randomSecretKey(), secp256k1.utils.randomSecretKey()].map(bytesToHex)

test('JavaScript is asked about what is no point of secp256k1, and about a private key of none', () => {
  const secret = secp256k1.utils.randomSecretKey()
  const whole = secp256k1.getPublicKey(secp256k1.utils.randomSecretKey(), false)
  const isOdd = (whole[64] ?? 0) & 1
  const hybrid = concatBytes(Uint8Array.of(6 + isOdd), whole.subarray(1))
  const moved = whole.map((byte, at) => (at === 64 ? byte ^ 1 : byte))
  const none = [hybrid, moved, new Uint8Array(65), new Uint8Array(33), Uint8Array.of(0)]
  for (const key of [...none, whole.subarray(1), new Uint8Array(0)]) {
    expect(nativeSecp256k1(secret, key)).toBeNull()
    expect(() => secp256k1.getSharedSecret(secret, key, true)).toThrow()
  }
  const order = hexToBytes(secp256k1.Point.Fn.ORDER.toString(16))
  for (const unfit of [new Uint8Array(32), order]) {
    expect(nativeSecp256k1(unfit, whole)).toBeNull()
    expect(() => secp256k1.getSharedSecret(unfit, whole, true)).toThrow()
  }
})
