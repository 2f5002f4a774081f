import fc from 'fast-check'
import * as Type from 'typebox'
import { Check } from 'typebox/schema'
import { expect, test } from 'vitest'
import { firstShapeProblem } from '#shared/json/first-shape-problem.ts'

/** Schemas of the kinds that `shared/` writes, and beside each a value that may have its shape, or nearly. */
const { schema: shapes } = fc.letrec<{ schema: Type.TSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Type.TSchema>(
      Type.String(),
      Type.String({ minLength: 1, maxLength: 3 }),
      Type.String({ pattern: '^[a-c]*$' }),
      Type.Integer({ minimum: 0, maximum: 9 }),
      Type.Boolean(),
      Type.Null(),
      Type.Literal('a'),
      Type.Literal(1),
      Type.Union([Type.Literal('a'), Type.Literal('b')]),
      Type.Unknown(),
      Type.Unsafe({ type: 'array', maxItems: 2 }),
      Type.Unsafe({ type: 'object', additionalProperties: { type: 'string' } }),
      Type.Record(Type.String({ pattern: '^[ab]$' }), Type.String(), { minProperties: 1 }),
      Type.Unsafe({
        type: 'object',
        patternProperties: { '^[ab]$': { type: 'string' } },
        additionalProperties: false,
      }),
      Type.Array(Type.String(), { uniqueItems: true }),
      Type.Union([
        Type.Object({ a: Type.Literal('a'), b: Type.Optional(Type.String()) }),
        Type.Object({ a: Type.Optional(Type.Literal('b')), c: Type.Integer() }),
      ]),
    ),
    fc
      .tuple(tie('schema'), fc.constantFrom({}, { minItems: 1 }, { maxItems: 1 }))
      .map(([of, size]) => Type.Array(of, size)),
    fc.tuple(tie('schema'), tie('schema')).map((each) => Type.Union(each)),
    fc
      .tuple(tie('schema'), tie('schema'), fc.boolean())
      .map(([a, b, isClosed]) =>
        Type.Object({ a, b: Type.Optional(b) }, isClosed ? { additionalProperties: false } : {}),
      ),
  ),
}))

const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>('', 'a', 'b', 'abcd', '😀😀', '😀😀😀😀', 0, 1, 10, 1.5, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), tie('value')),
  ),
}))

test('a value has a shape exactly when TypeBox says so', () => {
  const outcomes = { met: 0, missed: 0 }
  const agree = fc.property(shapes, values, (schema, value) => {
    const isMet = Check(schema, value)
    outcomes[isMet ? 'met' : 'missed'] += 1
    expect(firstShapeProblem(schema, value) === null).toBe(isMet)
  })
  fc.assert(agree, { numRuns: 5_000 })
  expect(Math.min(outcomes.met, outcomes.missed)).toBeGreaterThan(250)
})

test('a keyword or a type that is not known is never taken for met', () => {
  const unknown = [{ format: 'uri' }, { not: {} }, { type: 'date' }]
  for (const schema of unknown) {
    expect(() => firstShapeProblem(schema, 'x')).toThrow(TypeError)
    const within = Type.Object({ a: Type.Optional(Type.Array(Type.Unsafe(schema))) })
    expect(() => firstShapeProblem(within, {})).toThrow(TypeError)
  }
})

test('what a list holds too many of is not looked at', () => {
  const schema = Type.Array(Type.String(), { maxItems: 2 })
  expect(firstShapeProblem(schema, [1, 2, 3])?.keyword).toBe('maxItems')
})

const kinds = Type.Union([
  Type.Object({ kind: Type.Literal('a'), n: Type.Integer() }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('b'), n: Type.String() }, { additionalProperties: false }),
  Type.Array(Type.Null()),
])

test.each([
  [{ kind: 'b', n: 1 }, 'type', ['n']],
  [{ kind: 'b', n: 'x', m: 1 }, 'surplus', ['m']],
  [{ n: 1 }, 'required', ['kind']],
  [{ kind: 'c', m: 1 }, 'choice', ['kind']],
  [[null, 1], 'type', [1]],
  ['a', 'choice', []],
])('of %j what is wrong is named in the branch that it is of', (value, keyword, path) => {
  const objects = Type.Union(kinds.anyOf.slice(0, 2))
  const schema = Array.isArray(value) || typeof value === 'string' ? kinds : objects
  expect(firstShapeProblem(schema, value)).toMatchObject({ keyword, path })
})

test('a number that not every program reads alike is no whole number', () => {
  expect(firstShapeProblem(Type.Integer(), 2 ** 53)?.keyword).toBe('type')
})
