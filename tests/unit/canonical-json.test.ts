import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalInSteps, canonicalJson, type Json } from '#shared/canonical-json.ts'
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

/** As the library writes it; null where it refuses. */
function ofLibrary(value: unknown): string | null {
  try {
    return canonicalize(value) ?? null
  } catch {
    return null
  }
}

test('whatever it is given, it writes what the library writes, and refuses what that refuses', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'a', '"', '\\', '\u2028', '\u0007') }),
    fc.constantFrom('__proto__', 'toJSON', '10', '9', ''),
  )
  const scalar = fc.oneof(
    text,
    fc.double(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constantFrom(
      null,
      undefined,
      -0,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      () => 1,
      new Date(0),
      Object('boxed'),
    ),
  )
  const flat = fc
    .array(fc.tuple(text, scalar), { maxLength: 6 })
    .map((members) => Object.fromEntries(members))
  const value = fc.oneof(flat, fc.dictionary(text, fc.oneof(flat, scalar)), fc.array(flat), scalar)
  fc.assert(
    fc.property(value, (given) => {
      let written: string | null = null
      try {
        written = canonicalJson(given as Json)
      } catch (error) {
        expect(error).toMatchObject({ code: 'JSON_NOT_CANONICALIZABLE' })
      }
      expect(written).toBe(ofLibrary(given))
    }),
    { numRuns: 3_000 },
  )
})

test('in steps the same text is written, and a long message is many steps', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const steps = canonicalInSteps(value as Json)
      let step = steps.next()
      while (step.done !== true) step = steps.next()
      expect(step.value).toBe(canonicalJson(value as Json))
    }),
  )
  const members = Array.from({ length: 60_000 }, (_, at) => [`m${(at * 7919) % 60_000}`, at])
  const message: Json = [Object.fromEntries(members) as Json]
  expect([...canonicalInSteps(message)].length).toBeGreaterThan(10)
})
