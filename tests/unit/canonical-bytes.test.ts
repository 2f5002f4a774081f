import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalBytes } from '#shared/canonical-bytes.ts'
import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import vectors from '../vectors/canonical-json.rfc8785.json' with { type: 'json' }

/** The same value as others write it: with space, members in any order, escapes that nobody needs. */
const written: fc.Arbitrary<string> = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
    fc.constantFrom(undefined, 1, '\t', ' \n'),
    fc.constantFrom('none', 'none', 'slash', 'unicode'),
  )
  .map(([value, space, escape]) => {
    const text = JSON.stringify(value, null, space)
    if (escape === 'slash') return text.replaceAll('/', '\\/')
    return escape === 'unicode'
      ? text.replaceAll(
          /[\u0080-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      : text
  })

const plainText = fc.stringMatching(/^[a-z"\\\n\té— ]{0,40}$/u)
const message = fc.record(
  {
    role: fc.constantFrom('user', 'assistant'),
    content: fc.oneof(
      plainText,
      fc.array(fc.record({ type: fc.constant('text'), text: plainText })),
    ),
    name: plainText,
    n: fc.oneof(fc.integer(), fc.constantFrom(0, 0, 7, 1.5, 123456789012345)),
  },
  { requiredKeys: ['role'] },
)
const conversation = fc
  .tuple(fc.array(message), fc.constantFrom(undefined, 2))
  .map(([messages, space]) => JSON.stringify(messages, null, space))

test('a value copied from its text is what RFC 8785 writes of it, or is not copied', () => {
  let copied = 0
  fc.assert(
    fc.property(fc.oneof(conversation, written), (text) => {
      const bytes = canonicalBytes(Buffer.from(text))
      if (bytes === null) return
      copied += 1
      expect(Buffer.from(bytes).toString()).toBe(canonicalJson(JSON.parse(text) as Json))
    }),
    { numRuns: 3000 },
  )
  expect(copied).toBeGreaterThan(400)
})

test.each(vectors.documents)(
  'of the sample $input nothing else is copied',
  ({ input, canonical }) => {
    const bytes = canonicalBytes(Buffer.from(input))
    if (bytes !== null) expect(Buffer.from(bytes).toString()).toBe(canonical)
  },
)

test.each(['"\\u0041"', '"\\/"', '1.0', '1e3', '-0', '{"é":1}', '{"\\n":1}', '1234567890123456'])(
  '%s is not copied',
  (text) => {
    expect(canonicalBytes(Buffer.from(`{"a":[${text}],"b":1}`))).toBeNull()
  },
)

test('what is nested deep is copied in its order, too', () => {
  const deep = Buffer.from(`${'{"b":{},"a":'.repeat(120)}"${'x'.repeat(100)}"${'}'.repeat(120)}`)
  const bytes = canonicalBytes(deep)
  expect(Buffer.from(bytes ?? []).toString()).toBe(
    canonicalJson(JSON.parse(deep.toString()) as Json),
  )
})

test('what is long and has to be put in order at every depth is not copied', () => {
  const deep = `${'{"b":{},"a":'.repeat(120)}"${'x'.repeat(100_000)}"${'}'.repeat(120)}`
  expect(canonicalBytes(Buffer.from(deep))).toBeNull()
  const shallow = deep.slice(117 * '{"b":{},"a":'.length, -117)
  expect(canonicalBytes(Buffer.from(shallow))).not.toBeNull()
})

test('long names are put in order, too', () => {
  const value = { [`${'n'.repeat(5000)}b`]: 1, [`${'n'.repeat(5000)}a`]: 2, nnnnnnnnnnnnn: 3, n: 4 }
  const bytes = canonicalBytes(Buffer.from(JSON.stringify(value)))
  expect(Buffer.from(bytes ?? []).toString()).toBe(canonicalJson(value))
})

test('a text of more than 1 MiB is not copied, whatever it is made of', () => {
  const text = (bytes: number) => Buffer.from(`"${'\\n'.repeat((bytes - 2) / 2)}"`)
  expect(canonicalBytes(text(2 ** 20))).toHaveLength(2 ** 20)
  expect(canonicalBytes(text(2 ** 20 + 2))).toBeNull()
})
