import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { expectRefusal } from '../../support/requests/expect-refusal.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { answerJson, startTestUpstream } from '../../support/peers/test-upstream.ts'

// What an upstream says when it refuses, and what of it the caller is told; the operator: upstream-warnings.test.ts.

const upstream = await untilEnd(startTestUpstream())
const gateway = await untilEnd(startGatewayHere({ config: configFor(upstream.baseUrl) }))

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

test('a key that an upstream quotes in another refusal reaches nobody', async () => {
  upstream.answerWith(
    answerJson('{"error":{"message":"no such model for key sk-operator-7canary"}}', 404),
  )
  expect((await chat({})).text).not.toContain('sk-operator')
})
