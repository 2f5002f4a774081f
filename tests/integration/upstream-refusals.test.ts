import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { expectRefusal } from '../support/expect-refusal.ts'
import { configFor } from '../support/gateway-config.ts'
import { startGateway, type RunningGateway } from '../support/start-gateway.ts'
import { answerJson, startTestUpstream, type TestUpstream } from '../support/test-upstream.ts'

// What an upstream says when it refuses: to the caller, to the operator, to nobody.

let upstream: TestUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await startTestUpstream()
  gateway = await startGateway({ config: configFor(upstream.baseUrl) })
})

afterAll(async () => {
  await gateway.stop()
  await upstream.close()
})

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

test('what refused the operator is in the operator’s log, without a key and without the prompt', async () => {
  const refuse = async (message: string, content: string) => {
    upstream.answerWith(answerJson(JSON.stringify({ error: { message } }), 401))
    const answer = await chat({ messages: [{ role: 'user', content }] })
    return answer.headers.get('x-request-id') ?? ''
  }
  const lineOf = async (id: string) => {
    await expect.poll(() => gateway.output()).toContain(id)
    return (
      gateway
        .output()
        .split('\n')
        .find((line) => line.includes(id)) ?? ''
    )
  }
  const plain = await lineOf(
    await refuse('Incorrect API key provided: sk-operator-0canary', 'Tell me a story.'),
  )
  expect(plain).toContain('Incorrect API key provided: [key]')
  expect(plain).not.toContain('canary')
  const quoting = await lineOf(
    await refuse(
      'Flagged: "my patient has canary disease"',
      'Dear doctor, my patient has canary disease',
    ),
  )
  expect(quoting).not.toContain('patient')
  expect(quoting).toContain('no text that may be kept')
  expect(await lineOf(await refuse('Flagged: canary', 'canary'))).not.toContain('canary')
})

test('a key that an upstream quotes in another refusal reaches nobody', async () => {
  upstream.answerWith(
    answerJson('{"error":{"message":"no such model for key sk-operator-7canary"}}', 404),
  )
  expect((await chat({})).text).not.toContain('sk-operator')
})

test.each(deliveries)('an upstream’s 429, %s, keeps when to come back', async (_, more) => {
  upstream.answerWith((response) => {
    response.writeHead(429, { 'retry-after': '17' }).end('{}')
  })
  const answer = await chat(more)
  expectRefusal(answer, 429, 'rate_limit_exceeded')
  expect(answer.headers.get('retry-after')).toBe('17')
  expect(answer.headers.get('x-should-retry')).toBeNull()
})
