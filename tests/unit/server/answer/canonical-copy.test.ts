import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import { useCanonicalCopy } from '../../../../server/gateway/answer/request/canonical-copy.ts'

const textOf = (json: string) =>
  useCanonicalCopy({ bytes: Buffer.from(json), texts: [], parts: [0] }, (text) =>
    Buffer.from(text).toString(),
  )

test('text that is put together of the bytes of a value is the text that is written of the value, or none', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('a', '"', '\\', '/', '\n', '\u2028', '\u0007', '\u00e9') }),
  )
  const name = fc.oneof(fc.constantFrom('role', 'content', 'type', 'text', '10', '__proto__'), text)
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      text,
      fc.constantFrom<Json>(null, true, false, 0, 7, -3, 1.5, 1e21, 123_456_789_012_345_680),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }))
  let copied = 0
  fc.assert(
    fc.property(
      value,
      fc.constantFrom('', ' ', '\n  '),
      fc.boolean(),
      (given, space, isEscaped) => {
        const written = JSON.stringify(given, null, space)
        const json = isEscaped ? written.replaceAll('/', '\\/').replaceAll('a', '\\u0061') : written
        const copy = textOf(json)
        if (copy === null) return
        copied += 1
        expect(copy).toBe(canonicalJson(JSON.parse(json) as Json))
      },
    ),
  )
  expect(copied).toBeGreaterThan(0)
})

test.each([
  ['messages', '[ {"role": "user", "content": "a \\"b\\" \\n — c"} ,{"content":[],"role":"x"}]'],
  ['scalars', '[0,-12,true,null,{}]'],
  ['values with space around them', '[ [ ] , { } ,\t{ "b" : 1 , "a" : [ true , "" ] }\r\n]'],
])('%s as clients write them are put together of their bytes', (_, json) => {
  const copy = textOf(json)
  expect(copy).toBe(canonicalJson(JSON.parse(json) as Json))
})

test.each([
  ['a slash with a backslash before it', '["\\/"]'],
  ['a letter written as its number', '["\\u0061"]'],
  ['a fraction', '[1.0]'],
  ['a large number', '[12345678901234567890]'],
  ['minus nothing', '[-0]'],
  ['an escaped name', '{"\\"":1}'],
  ['a name beyond ASCII', '{"é":1}'],
  ['lists in lists in lists', '[[[[[]]]]]'],
  ['objects in objects in objects', '{"a":{"a":{"a":{"a":{}}}}}'],
])('%s is written anew', (_, json) => {
  expect(textOf(json)).toBeNull()
})
