import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import vectors from '../vectors/canonical-json.rfc8785.json' with { type: 'json' }

function fromBits(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE()
}

test.each(vectors.numbers)(
  'the number with the bits $bits is written as RFC 8785 says',
  ({ bits, text }) => {
    if (text === null) {
      expect(() => canonicalJson(fromBits(bits))).toThrow(
        expect.objectContaining({ code: 'JSON_NOT_CANONICALIZABLE' }) as Error,
      )
    } else {
      expect(canonicalJson(fromBits(bits))).toBe(text)
    }
  },
)

test.each(vectors.documents)(
  'the sample $input is written as RFC 8785 says',
  ({ input, canonical }) => {
    expect(canonicalJson(JSON.parse(input) as Json)).toBe(canonical)
  },
)

test.each(vectors.refused)('%s is refused', (input) => {
  expect(() => canonicalJson(JSON.parse(input) as Json)).toThrow(
    expect.objectContaining({ code: 'JSON_NOT_CANONICALIZABLE' }) as Error,
  )
})

test('the order of members does not matter', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.integer()), (object) => {
      const reversed = Object.fromEntries(Object.entries(object).toReversed())
      expect(canonicalJson(reversed)).toBe(canonicalJson(object))
    }),
  )
})
