import { expect, test } from 'vitest'
import { ask } from '../../support/requests/ask.ts'
import { expectRefusal } from '../../support/requests/expect-refusal.ts'
import { answerJson, answerSse } from '../../support/peers/test-upstream.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

// What an upstream says when it refuses, and what of it the caller is told; the operator: upstream-warnings.test.ts.

const { upstream, gateway } = await startWithUpstream()

const deliveries = [
  ['buffered', {}],
  ['streamed', { stream: true }],
] as const

function chat(more: object) {
  const messages = [{ role: 'user', content: 'hi' }]
  return ask(`${gateway.baseUrl}/v1/chat/completions`, { model: 'test-private', messages, ...more })
}

test.each(deliveries)(
  'an upstream’s refusal of this request keeps its words, %s',
  async (_, more) => {
    const said = {
      message: 'context is too long',
      param: 'messages',
      code: 'context_length_exceeded',
    }
    for (const status of [400, 404, 413, 422]) {
      upstream.answerWith(answerJson(JSON.stringify({ error: said }), status))
      const answer = await chat(more)
      const error = expectRefusal(answer, status, 'context_length_exceeded')
      expect(error).toMatchObject({
        ...said,
        upstream_status: status,
        type: 'invalid_request_error',
      })
      expect(answer.headers.get('x-should-retry')).toBe('false')
    }
  },
)

test('words that an upstream says as a text, or beside no `error`, are told as well', async () => {
  for (const body of [{ error: 'the input is too long' }, { message: 'the input is too long' }]) {
    upstream.answerWith(answerJson(JSON.stringify(body), 400))
    const { message } = expectRefusal(await chat({}), 400, 'invalid_request_error')
    expect(message).toBe('the input is too long')
  }
})

test('a code of ours is an upstream’s to say only where it means the same', async () => {
  for (const [status, code, shown] of [
    [400, 'unverified_enclave', 'invalid_request_error'],
    [404, 'model_not_found', 'model_not_found'],
    [400, 'x'.repeat(65), 'invalid_request_error'],
    [422, null, 'invalid_request_error'],
    [404, 7, 'not_found'],
  ] as const) {
    upstream.answerWith(answerJson(JSON.stringify({ error: { message: 'no', code } }), status))
    expectRefusal(await chat({}), status, shown)
  }
})

test.each(deliveries)(
  '502 upstream_error, %s, when the upstream refuses the operator',
  async (_, more) => {
    for (const status of [401, 402, 403]) {
      const text = `Incorrect API key provided: sk-operator-${status}canary`
      upstream.answerWith(answerJson(JSON.stringify({ error: { message: text } }), status))
      const answer = await chat(more)
      const error = expectRefusal(answer, 502, 'upstream_error')
      expect(error).toMatchObject({ upstream_status: status })
      expect(answer.text).not.toContain('sk-operator')
      expect(answer.text).not.toContain('Incorrect')
    }
  },
)

test('an upstream cannot say what only the gateway says', async () => {
  const codes = [
    'shown_mode_stale',
    'Shown-Mode-Stale',
    'e2ee_tools_not_private',
    'e2ee_not_invented_yet',
    'E2EE.tools.not.private',
    'svc_anything',
    'request_too_large',
    'invalid_api_key',
    'unverified_enclave',
  ]
  for (const status of [400, 404, 413, 422, 429]) {
    for (const code of codes) {
      const said = { message: 'no', code, shown_mode: 'tee', would_deliver: 'private', checks: [] }
      upstream.answerWith(answerJson(JSON.stringify({ error: said }), status))
      const answer = await chat({})
      expect(answer.status).toBe(status)
      const { error } = answer.json<{ error: Record<string, unknown> }>()
      expect(Object.keys(error).toSorted()).toEqual(
        ['message', 'type', 'param', 'code', 'upstream_status'].toSorted(),
      )
      expect(codes).not.toContain(error['code'])
      expect(error['upstream_status']).toBe(status)
    }
  }
})

test('what an upstream says is one line of bounded length, without control characters', async () => {
  const said = {
    message: `one\r\ntwo\u001b[31m\u202ethree\u2028${'x'.repeat(10_000)}`,
    param: `a\n${'y'.repeat(500)}`,
  }
  upstream.answerWith(answerJson(JSON.stringify({ error: said }), 400))
  const { error } = (await chat({})).json<{ error: { message: string; param: string } }>()
  expect(error.message).toMatch(/^one two \[31m three x+$/)
  expect(error.message.length).toBeLessThanOrEqual(4_000)
  expect(error.param).toMatch(/^a y+$/)
  expect(error.param.length).toBeLessThanOrEqual(200)
})

// What an upstream says of the operator's account reaches no caller.

const limitOfOperator = {
  message: 'Rate limit for org-Ab12canary: 3 canary tokens per min',
  type: 'tokens',
  param: 'canary',
  code: 'tokens_canary',
}

test('an upstream that says in a stream that it is asked too often is a 429 in words of ours, too', async () => {
  const error = { ...limitOfOperator, code: 'rate_limit_exceeded' }
  upstream.answerWith(answerSse([`data: ${JSON.stringify({ error })}\n\n`]))
  const { text } = await chat({ stream: true })
  expect(text).toContain('"code":"rate_limit_exceeded"')
  expect(text).not.toContain('canary')
})

test.each([
  ['names the project proj_Ab12canary', 'Project proj_Ab12canary does not have this model', 404],
  ['names the balance', 'Your credit balance is too low to access the canary API', 400],
  ['quotes the key', 'no such model for key sk-operator-7canary', 404],
  ['names a quota', 'You exceeded your current quota, canary, check your plan', 400],
])('a refusal that %s of the operator does not tell callers', async (_, message, status) => {
  upstream.answerWith(answerJson(JSON.stringify({ error: { message } }), status))
  const answer = await chat({})
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain('canary')
})
