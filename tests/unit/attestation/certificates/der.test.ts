import { expect, test } from 'vitest'
import {
  derBits,
  derChildren,
  derContent,
  derInteger,
  derIntegerHex,
  derOid,
  derSeconds,
  derText,
  isDerTrue,
  parseDer,
} from '#shared/attestation/certificates/der.ts'
import { bytesToHex, parseHex, utf8ToBytes } from '#shared/bytes/bytes.ts'

const read = (hex: string) => parseDer(parseHex(hex))

function text(tag: number, content: string) {
  return parseDer(Uint8Array.of(tag, content.length, ...utf8ToBytes(content)))
}

test.each([
  ['nothing', ''],
  ['a tag alone', '30'],
  ['a value that ends early', '0402aa'],
  ['a length that ends early', '0482'],
  ['bytes behind the value', '0401aaaa'],
  ['a length without an end', '3080020101000000'],
  ['a length with a byte too many', '048101aa'],
  ['a length that begins with a zero', `04820080${'aa'.repeat(128)}`],
  ['a length of five bytes', '04850000000001aa'],
  ['a tag of two bytes', '1f8101'],
])('%s is no document', (_name, hex) => {
  expect(() => read(hex)).toThrow(expect.objectContaining({ code: 'CERTIFICATE_MALFORMED' }))
})

test('a long value keeps its bytes, and a structure its children in their order', () => {
  const long = `0481c8${'ab'.repeat(200)}`
  expect(bytesToHex(derContent(read(long)))).toBe('ab'.repeat(200))
  const children = derChildren(read(`3081ce020103${long}`))
  expect(children.map(({ bytes }) => bytesToHex(bytes))).toEqual(['020103', long])
  expect(() => derChildren(read('3003020501'))).toThrow(/ends within a value/)
  expect(() => derChildren(read('0400'))).toThrow(/a structure was expected/)
})

test('numbers are read by their value, and bit strings by their whole bytes', () => {
  expect(derIntegerHex(read('02030000ff'))).toBe('ff')
  expect(derInteger(read('020200ff'))).toBe(255)
  expect(() => derInteger(read('020801ffffffffffffff'))).toThrow(/out of range/)
  expect(() => derInteger(read('0200'))).toThrow(/an integer was expected/)
  expect(() => derInteger(read('040101'))).toThrow(/an integer was expected/)
  expect(bytesToHex(derBits(read('0303010502')))).toBe('0502')
  for (const hex of ['0300', '03020801', '040101']) {
    expect(() => derBits(read(hex))).toThrow(/a bit string was expected/)
  }
  expect(['0101ff', '010100', '0201ff'].map((hex) => isDerTrue(read(hex)))).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  ['06082a8648ce3d040302', '1.2.840.10045.4.3.2'],
  ['0603550403', '2.5.4.3'],
  ['060a2b0601040183bf300102', '1.3.6.1.4.1.57264.1.2'],
  ['060288', null],
  ['0600', null],
  ['04022a03', null],
])('%s is the name %s', (hex, name) => {
  if (name === null) expect(() => derOid(read(hex))).toThrow()
  else expect(derOid(read(hex))).toBe(name)
})

test('times are read as certificates write them', () => {
  const [utc, generalized] = [0x17, 0x18]
  expect(derSeconds(text(utc, '491231235959Z'))).toBe(Date.UTC(2049, 11, 31, 23, 59, 59) / 1000)
  expect(derSeconds(text(utc, '500101000000Z'))).toBe(Date.UTC(1950, 0, 1) / 1000)
  expect(derSeconds(text(generalized, '99991231235959Z'))).toBe(253402300799)
  for (const [tag, wrong] of [
    [utc, '4912312359Z'],
    [utc, '491231235959+0100'],
    [utc, '491331235959Z'],
    [utc, '20491231235959Z'],
    [generalized, '491231235959Z'],
    [generalized, '20260101000000.5Z'],
    [0x13, '491231235959Z'],
  ] as const) {
    expect(() => derSeconds(text(tag, wrong)), wrong).toThrow(/a time was expected/)
  }
})

test('a text is UTF-8 or ASCII', () => {
  expect([0x0c, 0x13, 0x16].map((tag) => derText(text(tag, 'GH100')))).toEqual([
    'GH100',
    'GH100',
    'GH100',
  ])
  expect(derText(text(0x04, 'GH100'))).toBeNull()
})
