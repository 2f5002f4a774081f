import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import type { Json } from '../../../../shared/canonical-json.ts'
import type { JsonObject } from '../../../../shared/json/parse-json-object.ts'
import { firstProblem } from '../../../../server/gateway/answer/request/first-problem.ts'
import { ChatRequestSchema } from '../../../../server/gateway/answer/request/chat-request-schema.ts'

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
/** Around the longest name there may be, with characters of one unit and of two. */
const name = fc
  .tuple(fc.integer({ min: 250, max: 260 }), fc.constantFrom('a', '\u{1f600}', 'e\u0301'))
  .map(([length, unit]) => unit.repeat(length))
const request = fc.record(
  {
    model: fc.oneof(fc.constant<Json>('m'), odd, name),
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
      const problem = firstProblem(ChatRequestSchema, value as JsonObject)
      expect(problem === null).toBe(documented.Check(value))
    }),
    { numRuns: 2_000 },
  )
})

const messages = [{ role: 'user', content: 'x' }]
const roles = 'must be one of system, developer, user, assistant, tool, function'
const content = 'must be a string, null, or an array of one or more parts'

test.each([
  [{}, 'model', 'is required'],
  [{ model: 7 }, 'model', 'must be a string of 1 to 256 characters'],
  [{ model: '' }, 'model', 'must be a string of 1 to 256 characters'],
  [{ model: 'm' }, 'messages', 'is required'],
  [{ model: 'm', messages: [] }, 'messages', 'must be an array of one or more messages'],
  [{ model: 'm', messages: ['x'] }, 'messages[0]', 'must be an object'],
  [{ model: 'm', messages: [{}] }, 'messages[0].role', 'is required'],
  [{ model: 'm', messages: [...messages, { role: 'wizard' }] }, 'messages[1].role', roles],
  [{ model: 'm', messages: [{ role: 'user', content: 7 }] }, 'messages[0].content', content],
  [{ model: 'm', messages: [{ role: 'user', content: [] }] }, 'messages[0].content', content],
  [
    { model: 'm', messages: [{ role: 'user', content: ['x'] }] },
    'messages[0].content[0]',
    'must be an object',
  ],
  [
    { model: 'm', messages: [{ role: 'user', content: [{ type: 7 }] }] },
    'messages[0].content[0].type',
    'must be a string',
  ],
  [{ model: 'm', messages, stream: 1 }, 'stream', 'must be true, false or null'],
  [
    { model: 'm', messages, shown_mode: 'sealed' },
    'shown_mode',
    'must be one of anonymized, private, tee, e2ee',
  ],
])('%j is refused by %s, which %s', (value, param, expectation) => {
  expect(firstProblem(ChatRequestSchema, value as JsonObject)).toEqual({ param, expectation })
})

test('nothing behind the first problem is looked at', () => {
  const long: Json[] = [{ role: 'user', content: [{ type: 'text' }, {}, { type: 'text' }] }]
  const trap = { get: () => expect.unreachable('the item behind the first problem was read') }
  Object.defineProperty((long[0] as { content: Json[] }).content, 2, trap)
  Object.defineProperty(long, 1, trap)
  expect(firstProblem(ChatRequestSchema, { model: 'm', messages: long })?.param).toBe(
    'messages[0].content[1].type',
  )
})
