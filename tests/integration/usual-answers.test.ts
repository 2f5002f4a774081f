import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, type Asked } from '../support/ask.ts'
import { configFor } from '../support/gateway-config.ts'
import { startGatewayHere, type GatewayHere } from '../support/start-gateway-here.ts'
import {
  answerSse,
  answerText,
  chunk,
  done,
  startTestUpstream,
  type TestUpstream,
} from '../support/test-upstream.ts'

// A request with a key that was seen a moment ago does not go by way of Fastify; one whose address has a query does.

let upstream: TestUpstream
let gateway: GatewayHere
let key: string

beforeAll(async () => {
  upstream = await startTestUpstream()
  gateway = await startGatewayHere({ config: configFor(upstream.baseUrl) })
  const made = await fetch(`${gateway.baseUrl}/api/keys`, { method: 'POST' })
  key = ((await made.json()) as { key: string }).key
})

afterAll(async () => {
  await gateway.stop()
  await upstream.close()
})

const chatPath = '/v1/chat/completions'
const type = 'content-type'

const good = { model: 'test-private', messages: [{ role: 'user', content: 'hi' }] }

/** What must not depend on the way: all but ids, salts, times and what is left of the budget. */
function lastingOf({ status, headers, text }: Asked) {
  const changing = [
    'date',
    'x-request-id',
    'x-ratelimit-remaining-requests',
    'x-svc-receipt-digest',
  ]
  const kept = [...headers].filter(([name]) => !changing.includes(name))
  return {
    status,
    headers: Object.fromEntries(kept),
    text: text.replaceAll(/[0-9a-f]{40,}|[\d-]+T[\d:.]+Z/g, '…'),
  }
}

interface Way {
  readonly path: string
  readonly body: object | string
  readonly headers: Readonly<Record<string, string>>
}

async function bothWays({ path = chatPath, body = good, headers: more = {} }: Partial<Way>) {
  const headers = { authorization: `Bearer ${key}`, ...more }
  await ask(gateway.baseUrl + path, good, headers)
  const usual = await ask(gateway.baseUrl + path, body, headers)
  const byFastify = await ask(`${gateway.baseUrl}${path}?by=fastify`, body, headers)
  return [lastingOf(usual), lastingOf(byFastify)] as const
}

test.each([
  ['an answer', 200, {}],
  ['an answer at the path without /v1', 200, { path: '/chat/completions' }],
  ['a refusal of what is no JSON', 400, { body: '{"model":' }],
  ['a refusal of an empty body', 400, { body: '' }],
  ['a refusal of a model that is not there', 404, { body: { ...good, model: 'x' } }],
  ['a refusal in Anthropic’s shape', 400, { path: '/v1/messages', body: { model: 'm' } }],
  ['a refusal of a mode that is stale', 409, { body: { ...good, shown_mode: 'tee' } }],
  ['a refusal of another charset', 415, { headers: { [type]: 'text/plain; charset=latin1' } }],
  ['a refusal of what is packed', 415, { headers: { 'content-encoding': 'gzip' } }],
] as const satisfies readonly (readonly [string, number, Partial<Way>])[])(
  '%s is the same either way',
  async (_what, status, way) => {
    upstream.answerWith(answerText('ok'))
    const [usual, byFastify] = await bothWays(way)
    expect(usual.status).toBe(status)
    expect(usual).toEqual(byFastify)
  },
)

test('a stream is the same either way', async () => {
  upstream.answerWith(answerSse([chunk({ content: 'ok' }), chunk({}, 'stop'), done]))
  const [usual, byFastify] = await bothWays({
    body: { ...good, stream: true, stream_options: { include_obfuscation: false } },
  })
  expect(usual.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(usual).toEqual(byFastify)
})

test('each of them is counted, and takes one request of the budget', async () => {
  upstream.answerWith(answerText('ok'))
  const headers = { authorization: `Bearer ${key}` }
  const left = async () => {
    const { headers: said } = await ask(`${gateway.baseUrl}${chatPath}`, good, headers)
    return Number(said.get('x-ratelimit-remaining-requests'))
  }
  const counted = async () => {
    const text = await (await fetch(`${gateway.baseUrl}/api/metrics`)).text()
    const line = /http_responses_total\{route="\/v1\/chat\/completions",status="200"\} (\d+)/
    return Number(line.exec(text)?.[1])
  }
  const [before, countedBefore] = [await left(), await counted()]
  expect(await left()).toBe(before - 1)
  expect(await counted()).toBe(countedBefore + 1)
})

test('a key that was revoked is refused at once', async () => {
  const made = await fetch(`${gateway.baseUrl}/api/keys`, { method: 'POST' })
  const headers = { authorization: `Bearer ${((await made.json()) as { key: string }).key}` }
  upstream.answerWith(answerText('ok'))
  expect((await ask(`${gateway.baseUrl}${chatPath}`, good, headers)).status).toBe(200)
  await fetch(`${gateway.baseUrl}/api/keys/self`, { method: 'DELETE', headers })
  expect((await ask(`${gateway.baseUrl}${chatPath}`, good, headers)).status).toBe(401)
})
