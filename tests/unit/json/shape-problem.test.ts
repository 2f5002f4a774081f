import fc from 'fast-check'
import * as Type from 'typebox'
import { expect, test } from 'vitest'
import { checkShape } from '#shared/check-shape.ts'
import { FormatError } from '#shared/errors.ts'
import { parseSvc } from '#shared/svc/parse-svc.ts'
import { parseReceipt } from '#shared/receipt/parse-receipt.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }

const [{ svc }] = answers.cases as unknown as [
  { svc: Record<string, unknown> & { receipt: object } },
]

function problemOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
  throw new Error('it was read')
}

test.each<[string, () => unknown, string]>([
  [
    'a word that is none of those it may be',
    () => parseSvc({ ...svc, privacy_mode: 'secret' }),
    'svc: privacy_mode has a value that this program does not know',
  ],
  [
    'a text that is another’s form',
    () => parseSvc({ ...svc, receipt_digest: 'x' }),
    'svc: receipt_digest is not written in the right form',
  ],
  [
    'another kind of value',
    () => parseSvc({ ...svc, commitment_salts: 7 }),
    'svc: commitment_salts is no object',
  ],
  [
    'a member of a member that is missing',
    () => parseSvc({ ...svc, commitment_salts: { prompt: 'ab'.repeat(32) } }),
    'svc: commitment_salts.response is missing',
  ],
  [
    'a member that does not belong there',
    () => parseReceipt({ ...svc.receipt, more: 1 }),
    'the receipt: more does not belong there',
  ],
  ['no object at all', () => parseReceipt([]), 'the receipt: it is no object'],
])('%s is named in words for people', (_what, read, sentence) => {
  expect(problemOf(read)).toBe(sentence)
})

test('whatever is wrong, no schema’s words and no value of it are repeated', () => {
  const schema = Type.Object({
    a: Type.Union([Type.Literal('x'), Type.Null()]),
    b: Type.Array(Type.Integer({ minimum: 0, maximum: 9 }), { maxItems: 2 }),
    c: Type.Object({ d: Type.String({ minLength: 2 }) }, { additionalProperties: false }),
  })
  fc.assert(
    fc.property(fc.record({ a: fc.jsonValue(), b: fc.jsonValue(), c: fc.jsonValue() }), (value) => {
      let message = ''
      try {
        checkShape(value, schema, 'it', 'SVC_MALFORMED')
      } catch (error) {
        message = (error as Error).message
      }
      expect(message).not.toMatch(/must|schema|anyOf|constant|pattern|additional|required/)
    }),
  )
})
