import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToBase64 } from '../../../shared/bytes/bytes-to-base64.ts'
import { bytesToHex, parseHex, parseUtf8 } from '../../../shared/bytes/bytes.ts'
import { isEncrypted } from '../../../server/gateway/answer/request/parse-relay-request.ts'

test('hex is what Node writes and reads, and Base64 what it writes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(bytesToBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      const hex = bytesToHex(bytes)
      expect(hex).toBe(Buffer.from(bytes).toString('hex'))
      expect(parseHex(hex)).toEqual(bytes)
    }),
  )
})

test.each(['0', 'AB', '0x00', 'g0', '0g', ' 00', '00\n', 'ａ0', '\ud800\ud800', 'é'])(
  '%j is no hex',
  (text) => {
    expect(() => parseHex(text)).toThrow(expect.objectContaining({ code: 'HEX_MALFORMED' }))
  },
)

test('a ciphertext as long as a body may be is read', () => {
  const hex = 'ab'.repeat(10 * 1024 * 1024)
  expect(isEncrypted(hex)).toBe(true)
  expect(isEncrypted(`${hex}x0`)).toBe(false)
  expect(parseHex(hex).length).toBe(10 * 1024 * 1024)
})

test.each([
  ['AB'.repeat(60), true],
  ['ab'.repeat(59), false],
  [`${'ab'.repeat(60)}a`, false],
  [`0x${'ab'.repeat(60)}`, false],
])('an encrypted field is at least 60 bytes in hex', (text, expected) => {
  expect(isEncrypted(text)).toBe(expected)
})

test('bytes that are not exactly a text are refused', () => {
  for (const bytes of [[0xef, 0xbb, 0xbf, 0x61], [0xff], [0xed, 0xa0, 0x80]]) {
    expect(() => parseUtf8(Uint8Array.from(bytes))).toThrow(
      expect.objectContaining({ code: 'UTF8_MALFORMED' }),
    )
  }
})
