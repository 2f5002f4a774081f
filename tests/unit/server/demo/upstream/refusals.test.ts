import { expect, test } from 'vitest'
import { demoWithoutPauses, postToDemo } from '../../../../support/requests/ask-demo.ts'

const good = { model: 'countersign-demo', messages: [{ role: 'user', content: 'hi' }] }

test('a request with every optional member null is answered', async () => {
  const nulls = ['stream', 'stream_options', 'n', 'max_tokens', 'max_completion_tokens', 'stop']
  const more = [
    'temperature',
    'top_p',
    'response_format',
    'tools',
    'tool_choice',
    'reasoning_effort',
  ]
  const body = Object.fromEntries([...nulls, ...more].map((name) => [name, null]))
  expect((await postToDemo({ ...good, ...body })).status).toBe(200)
})

test.each([
  ['no model', { messages: good.messages }, ''],
  ['no messages', { ...good, messages: [] }, 'messages'],
  ['messages of another type', { ...good, messages: 'hi' }, 'messages'],
  ['an unknown role', { ...good, messages: [{ role: 'robot', content: 'x' }] }, 'messages[0].role'],
  ['a user who says nothing', { ...good, messages: [{ role: 'user' }] }, 'messages[0].content'],
  [
    'a result of no call',
    { ...good, messages: [{ role: 'tool', content: 'x' }] },
    'messages[0].tool_call_id',
  ],
  [
    'content that is a number',
    { ...good, messages: [{ role: 'user', content: 3 }] },
    'messages[0].content',
  ],
  ['no choices', { ...good, n: 0 }, 'n'],
  ['a text for stream', { ...good, stream: 'yes' }, 'stream'],
  ['no tokens', { ...good, max_tokens: 0 }, 'max_tokens'],
  ['five stops', { ...good, stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop'],
  ['a temperature of 3', { ...good, temperature: 3 }, 'temperature'],
  ['a choice among no tools', { ...good, tool_choice: 'required' }, 'tool_choice'],
  [
    'a choice of an unknown tool',
    {
      ...good,
      tools: [{ type: 'function', function: { name: 'a' } }],
      tool_choice: { type: 'function', function: { name: 'b' } },
    },
    'tool_choice',
  ],
])('%s is refused, and the member named', async (_, body, param) => {
  const answer = await postToDemo(body)
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatchObject({
    message: expect.any(String) as string,
    type: 'invalid_request_error',
    param,
    code: expect.any(String) as string,
  })
})

test('a body that is not JSON is refused in the same shape', async () => {
  const { status, body } = await postToDemo('{"model":')
  expect(status).toBe(400)
  expect(body.error.code).toEqual(expect.any(String))
})

test('a member called __proto__ is let through', async () => {
  const text = JSON.stringify(good).replace('{', '{"__proto__":{"a":1},')
  expect((await postToDemo(text)).status).toBe(200)
})

test('a path that does not exist is a 404 in the same shape', async () => {
  const answer = await demoWithoutPauses().inject({ method: 'GET', url: '/v2/nothing' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ error: { code: 'not_found' } })
})

test('models lists the demo alone', async () => {
  const answer = await demoWithoutPauses().inject({ method: 'GET', url: '/v1/models' })
  expect(answer.json()).toMatchObject({ object: 'list', data: [{ id: 'countersign-demo' }] })
})
