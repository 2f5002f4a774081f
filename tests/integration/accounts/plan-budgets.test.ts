import { expect, test } from 'vitest'
import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type Asked, type ErrorBody } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import {
  answerJson,
  answerSse,
  chunk,
  done,
  startTestUpstream,
} from '../../support/peers/test-upstream.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

// What a plan allows beside requests a minute, and what a key used.

type Plan = NonNullable<GatewayConfig['plans']>[number]

const completion = (usage?: object) =>
  answerJson(
    JSON.stringify({
      choices: [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }],
      ...(usage && { usage }),
    }),
  )

async function serve(plan: Omit<Plan, 'id' | 'requests_per_minute'>) {
  const upstream = await untilEnd(
    startTestUpstream(completion({ prompt_tokens: 60, completion_tokens: 40 })),
  )
  const plans = [
    { id: 'free', requests_per_minute: 1_000, ...plan },
    { id: 'paid', requests_per_minute: 1_000 },
  ]
  const gateway = await untilEnd(
    startGatewayHere({ config: configFor(upstream.baseUrl, { plans }) }),
  )
  const key = await makeKey(gateway.baseUrl)
  const headers = { authorization: `Bearer ${key}` }
  const post = (path: string, body: object, also = headers) =>
    ask(`${gateway.baseUrl}${path}`, body, also)
  const messages = [{ role: 'user', content: 'x' }]
  const chat = (more: object = {}) =>
    post('/v1/chat/completions', { model: 'test-anonymized', messages, ...more })
  const self = (path = '') => fetch(`${gateway.baseUrl}/api/keys/self${path}`, { headers })
  const left = async () => Number((await self()).headers.get('x-ratelimit-remaining-tokens'))
  return { upstream, gateway, headers, post, chat, self, left, messages }
}

const tokensIn = ({ headers }: Pick<Asked, 'headers'>) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}-tokens`))

test('tokens are counted after the answer, and once none is left requests are refused', async () => {
  const { upstream, chat, left, self, post } = await serve({ tokens_per_minute: 250 })
  const first = await chat()
  expect(first.status).toBe(200)
  expect(tokensIn(first)).toEqual(['250', '250', '0s'])
  await expect.poll(left).toBe(150)
  // Admitted while any is left: the third goes beyond.
  for (const remaining of [50, 0]) {
    expect((await chat()).status).toBe(200)
    await expect.poll(left).toBe(remaining)
  }
  const asked = upstream.requests.length
  const refused = await chat()
  expect(refused.status).toBe(429)
  expect(refused.json<ErrorBody>().error).toMatchObject({
    code: 'rate_limit_exceeded',
    type: 'rate_limit_error',
    budget: 'tokens_per_minute',
    message: 'The budget of 250 tokens a minute is spent.',
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(61)
  expect(upstream.requests).toHaveLength(asked)
  // What spends no tokens is served: a key that others know can be changed.
  expect((await self()).status).toBe(200)
  expect((await post('/api/keys/self/rotate', {})).status).toBe(200)
})

test('the refusal is one of each dialect', async () => {
  const { chat, post, left, messages } = await serve({ tokens_per_day: 1 })
  await chat()
  await expect.poll(left).toBe(0)
  const ofMessages = await post('/v1/messages', { model: 'test-private', max_tokens: 9, messages })
  expect(ofMessages.status).toBe(429)
  expect(ofMessages.json()).toMatchObject({
    type: 'error',
    error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', budget: 'tokens_per_day' },
  })
  for (const [path, body] of [
    ['/v1/responses', { model: 'test-private', input: 'x' }],
    ['/v1/embeddings', { model: 'test-private', input: 'x' }],
    ['/api/e2ee/relay', { model: 'test-sealed', messages }],
  ] as const) {
    const refused = await post(path, body)
    expect(refused.status, path).toBe(429)
    expect(refused.json<ErrorBody>().error.code).toBe('rate_limit_exceeded')
  }
})

test('an answer without usage counts by its length, a stream that the caller leaves for what came', async () => {
  const { upstream, chat, left, gateway, headers, messages } = await serve({
    tokens_per_day: 10_000,
  })
  const pieces = Array.from({ length: 40 }, () => chunk({ content: 'w' }))
  upstream.answerWith(answerSse([...pieces, chunk({}, 'stop'), done]))
  await chat({ stream: true })
  const prompt = Math.ceil(
    JSON.stringify({ model: 'test-anonymized', messages, stream: true }).length / 4,
  )
  await expect.poll(left).toBe(10_000 - 41 - prompt)

  upstream.answerWith((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(pieces.join(''))
  })
  const gone = new AbortController()
  const stream = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'test-anonymized', messages, stream: true }),
    signal: gone.signal,
  })
  await stream.body?.getReader().read()
  gone.abort()
  await expect.poll(left).toBeLessThan(10_000 - 41 - 2 * prompt)
})

test('of a day’s requests none is too many and none too few', async () => {
  const { chat, self } = await serve({ requests_per_day: 5 })
  const answers = await Promise.all(Array.from({ length: 12 }, () => chat()))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.json<ErrorBody>().error['budget']).toBe('requests_per_day')
  expect(refused?.headers.get('x-ratelimit-limit-requests')).toBe('5')
  expect(refused?.headers.get('x-ratelimit-remaining-requests')).toBe('0')
  expect(await (await self()).json()).toMatchObject({
    requests_per_day: 5,
    tokens_per_minute: null,
  })
})

test('a key sees what it used by day and model, and nobody else does', async () => {
  const { chat, self, gateway } = await serve({})
  for (const _ of [1, 2]) await chat()
  await chat({ model: 'default', messages: [{ role: 'user', content: 'x' }] })
  const usage = async () => (await (await self('/usage')).json()) as { data: { model: string }[] }
  await expect.poll(async () => (await usage()).data.length).toBe(2)
  const day = new Date().toISOString().slice(0, 10)
  const row = { prompt_tokens: 60, completion_tokens: 40 }
  await expect.poll(usage).toEqual({
    object: 'list',
    data: [
      { day, model: 'test-anonymized', requests: 2, prompt_tokens: 120, completion_tokens: 80 },
      { day, model: 'test-private', requests: 1, ...row },
    ],
  })
  const other = await makeKey(gateway.baseUrl)
  const ofOther = await fetch(`${gateway.baseUrl}/api/keys/self/usage`, {
    headers: { authorization: `Bearer ${other}` },
  })
  expect(await ofOther.json()).toEqual({ object: 'list', data: [] })
  expect((await fetch(`${gateway.baseUrl}/api/keys/self/usage`)).status).toBe(401)
})

test('a plan without such budgets has no headers of them', async () => {
  const { chat } = await serve({})
  expect(tokensIn(await chat())).toEqual([null, null, null])
})
