import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretDigest } from '../../../../server/gateway/accounts/accounts.ts'
import {
  newId,
  newKey,
  newVoucherCode,
  normalizeVoucherCode,
} from '../../../../server/gateway/common/secrets.ts'

const fixed = (size: number) => Buffer.from(Array.from({ length: size }, (_item, index) => index))

test('a key is its prefix and the base64url of 32 bytes that were drawn for it', () => {
  const sizes: number[] = []
  const key = newKey((size) => {
    sizes.push(size)
    return fixed(size)
  })
  expect(sizes).toEqual([32])
  expect(key).toBe('sk-csn-AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8')
  expect(newKey(randomBytes)).toMatch(/^sk-csn-[A-Za-z0-9_-]{43}$/)
})

test('ids say what they name, and are random', () => {
  expect(newId('key', randomBytes)).toMatch(/^key_[A-Za-z0-9_-]{22}$/)
  expect(newId('vou', randomBytes)).toMatch(/^vou_[A-Za-z0-9_-]{22}$/)
  expect(newId('key', randomBytes)).not.toBe(newId('key', randomBytes))
})

test('a digest is SHA-256 in hex', () => {
  // FIPS 180-2, appendix B.1.
  expect(secretDigest('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('every letter of a code takes five bits of a byte of its own', () => {
  expect(newVoucherCode(fixed)).toBe('CSNV-01234-56789-ABCDE-FGHJK-MNPQR')
  const letters = new Set(
    Array.from({ length: 256 }, (_item, byte) =>
      newVoucherCode((size) => Buffer.alloc(size, byte)).at(-1),
    ),
  )
  expect(letters.size).toBe(32)
  for (const confusing of 'ILOU') expect(letters.has(confusing)).toBe(false)
})

test('a code is the same however it is typed', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 25, maxLength: 25 }),
      fc.constantFrom('', ' ', '-', ' - ', '\t', '\n'),
      fc.boolean(),
      (bytes, separator, isLowerCase) => {
        const code = newVoucherCode(() => Buffer.from(bytes))
        const [prefix = '', ...groups] = code.split('-')
        const misread = groups.map((group) => group.replaceAll('0', 'O').replaceAll('1', 'l'))
        const typed = ` ${[prefix, ...misread].join(separator)} `
        expect(normalizeVoucherCode(isLowerCase ? typed.toLowerCase() : typed)).toBe(code)
        expect(normalizeVoucherCode(code)).toBe(code)
      },
    ),
  )
})

test('two codes that differ stay two', () => {
  const code = 'CSNV-00000-00000-00000-00000-00000'
  for (const other of [`${code}0`, code.slice(0, -1), code.replace('CSNV', 'XSNV'), '', 'CSNV']) {
    expect(normalizeVoucherCode(other)).not.toBe(normalizeVoucherCode(code))
  }
})
