import Schema from 'typebox/schema'
import { expect, test } from 'vitest'
import { fillSchema } from '../../../../../server/demo/upstream/fill-schema.ts'
import { demoSays } from '../../../../support/requests/ask-demo.ts'

const schemas: readonly (readonly [string, object])[] = [
  ['a boolean', { type: 'boolean' }],
  ['null', { type: 'null' }],
  ['a constant', { const: { a: [1] } }],
  ['an enumeration', { enum: ['x', 'y'] }],
  ['a nullable type', { type: ['string', 'null'] }],
  ['a short string', { type: 'string', maxLength: 3 }],
  ['a string of characters outside the first plane', { type: 'string', maxLength: 1 }],
  ['a least integer', { type: 'integer', minimum: 1_000_000 }],
  ['a negative number', { type: 'number', maximum: -3.5 }],
  ['an array', { type: 'array', items: { type: 'integer', minimum: 5 }, minItems: 3 }],
  ['an alternative', { anyOf: [{ type: 'object', required: ['a'] }, { type: 'null' }] }],
  [
    'references',
    {
      $defs: {
        city: { type: 'object', properties: { n: { $ref: '#/$defs/n' } }, required: ['n'] },
        n: { type: 'null' },
      },
      type: 'object',
      properties: { x: { $ref: '#/$defs/city' } },
      required: ['x'],
      additionalProperties: false,
    },
  ],
  [
    'members with names that JavaScript knows',
    {
      type: 'object',
      properties: JSON.parse(
        '{"__proto__":{"type":"boolean"},"constructor":{"type":"null"}}',
      ) as object,
      required: ['__proto__', 'constructor'],
    },
  ],
]

test.each(schemas)('what is made for %s fits it', (_, schema) => {
  for (const hint of ['hello', '12 and 7.5', '', '😀😀😀😀']) {
    const value: unknown = JSON.parse(JSON.stringify(fillSchema(schema, hint)))
    expect(Schema.Check(schema, value), JSON.stringify(value)).toBe(true)
  }
})

const nested = (depth: number): object =>
  depth === 0 ? { type: 'null' } : { type: 'array', minItems: 1e9, items: nested(depth - 1) }

test.each([
  ['nested arrays without end', nested(12)],
  ['a reference to itself', { $defs: { a: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }],
  [
    'an object that holds itself thrice',
    { type: 'object', properties: { a: { $ref: '#' }, b: { $ref: '#' }, c: { $ref: '#' } } },
  ],
  ['an object that holds itself', { type: 'object', properties: { self: { $ref: '#' } } }],
  ['an enumeration that is none', { enum: 'x', required: 3, properties: [], type: 'object' }],
  ['nonsense', { type: { a: 1 }, anyOf: [[], 3], allOf: { b: 2 }, $ref: '#/a/b' }],
])('%s ends in a value of moderate size', (_, schema) => {
  expect(JSON.stringify(fillSchema(schema, 'x')).length).toBeLessThan(100_000)
})

test('json_schema and json_object answer in JSON', async () => {
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }
  const format = { type: 'json_schema', json_schema: { name: 'n', schema } }
  const { content } = await demoSays('hi', { response_format: format })
  expect(JSON.parse(content ?? '')).toEqual({ ok: true })

  const plain = await demoSays('What is 1 + 1?', { response_format: { type: 'json_object' } })
  expect(JSON.parse(plain.content ?? '')).toMatchObject({ answer: '1 + 1 = 2' })
})
