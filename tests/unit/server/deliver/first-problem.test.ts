import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import type { Json } from '../../../../shared/canonical-json.ts'
import type { JsonObject } from '../../../../shared/json/parse-json-object.ts'
import { firstProblem } from '../../../../server/deliver/first-problem.ts'
import { ChatRequestSchema } from '../../../../server/http/chat-request-schema.ts'

const documented = Compile(ChatRequestSchema)

const odd = fc.constantFrom<Json>(null, 7, '', 'x', [], {}, [[]], [{}], [null], true)
const part = fc.oneof(odd, fc.record({ type: fc.oneof(fc.constant<Json>('text'), odd) }))
const message = fc.oneof(
  odd,
  fc.record(
    {
      role: fc.oneof(fc.constantFrom<Json>('user', 'tool', 'wizard'), odd),
      content: fc.oneof(odd, fc.array(part, { maxLength: 3 })),
    },
    { requiredKeys: [] },
  ),
)
const request = fc.record(
  {
    model: fc.oneof(fc.constant<Json>('m'), odd),
    messages: fc.oneof(fc.array(message, { maxLength: 3 }), odd),
    stream: odd,
    shown_mode: fc.oneof(fc.constantFrom<Json>('tee', 'sealed'), odd),
    other: odd,
  },
  { requiredKeys: [] },
)

test('a request has a problem exactly where the published schema says so', () => {
  fc.assert(
    fc.property(request, (value) => {
      const problem = firstProblem(value as JsonObject)
      expect(problem === null).toBe(documented.Check(value))
    }),
    { numRuns: 2_000 },
  )
})

test('nothing behind the first problem is looked at', () => {
  const messages: Json[] = [{ role: 'user', content: [{ type: 'text' }, {}, { type: 'text' }] }]
  const trap = { get: () => expect.unreachable('the item behind the first problem was read') }
  Object.defineProperty((messages[0] as { content: Json[] }).content, 2, trap)
  Object.defineProperty(messages, 1, trap)
  expect(firstProblem({ model: 'm', messages })?.param).toBe('messages[0].content[1].type')
})
