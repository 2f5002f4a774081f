import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { LocalServer } from '../cluster/local-server.ts'
import { ask, type Asked } from '../support/ask.ts'
import { configFor } from '../support/gateway-config.ts'
import { startGatewayHere, type GatewayHere } from '../support/start-gateway-here.ts'
import { startRedis } from '../support/start-redis.ts'
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
let redis: LocalServer

beforeAll(async () => {
  upstream = await startTestUpstream()
  redis = await startRedis()
})

afterAll(async () => {
  await redis.stop()
  await upstream.close()
})

const shared = () => ({ REDIS_URL: redis.address, CALLER_SECRET: '5e'.repeat(32) })

async function makeKey({ baseUrl }: GatewayHere): Promise<string> {
  const made = await fetch(`${baseUrl}/api/keys`, { method: 'POST' })
  return ((await made.json()) as { key: string }).key
}

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

describe.each([
  ['counted alone', () => ({})],
  ['counted in a Redis', shared],
])('budgets %s', (_where, environment) => {
  let gateway: GatewayHere
  let key: string

  beforeAll(async () => {
    gateway = await startGatewayHere({
      config: configFor(upstream.baseUrl),
      environment: environment(),
    })
    key = await makeKey(gateway)
  })

  afterAll(() => gateway.stop())

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
    const headers = { authorization: `Bearer ${await makeKey(gateway)}` }
    upstream.answerWith(answerText('ok'))
    expect((await ask(`${gateway.baseUrl}${chatPath}`, good, headers)).status).toBe(200)
    await fetch(`${gateway.baseUrl}/api/keys/self`, { method: 'DELETE', headers })
    expect((await ask(`${gateway.baseUrl}${chatPath}`, good, headers)).status).toBe(401)
  })

  test('a budget that is spent is refused the same either way', async () => {
    upstream.answerWith(answerText('ok'))
    const plans = [
      { id: 'free', requests_per_minute: 1 },
      { id: 'paid', requests_per_minute: 1 },
    ]
    const small = await startGatewayHere({
      config: configFor(upstream.baseUrl, { plans }),
      environment: environment(),
    })
    onTestFinished(() => small.stop())
    const headers = { authorization: `Bearer ${await makeKey(small)}` }
    const url = `${small.baseUrl}${chatPath}`
    // Whenever the minute is over, one more is served.
    let refused: readonly Asked[] = []
    await expect
      .poll(async () => {
        refused = [await ask(url, good, headers), await ask(`${url}?by=fastify`, good, headers)]
        return refused.map(({ status }) => status)
      })
      .toEqual([429, 429])
    const passing = ['retry-after', 'retry-after-ms', 'x-ratelimit-reset-requests']
    const [usual, byFastify] = refused.map((answer) => {
      const { headers: said, ...rest } = lastingOf(answer)
      expect(passing.filter((name) => !(name in said))).toEqual([])
      return {
        ...rest,
        said: Object.entries(said).filter(([name]) => !passing.includes(name)),
      }
    })
    expect(usual).toEqual(byFastify)
  })
})

/** Its head and the half of its body, and then nothing more of it comes. */
function beginAndLeave(baseUrl: string, key: string): Promise<void> {
  const { port, hostname } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  const head = [`POST ${chatPath} HTTP/1.1`, 'host: x', `authorization: Bearer ${key}`]
  socket.write(`${[...head, 'content-length: 100'].join('\r\n')}\r\n\r\n{"model":`, () => {
    socket.resetAndDestroy()
  })
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

test('while Redis does not answer such a request is refused, and one whose caller leaves meanwhile costs nothing', async () => {
  upstream.answerWith(answerText('ok'))
  const gateway = await startGatewayHere({
    config: configFor(upstream.baseUrl),
    environment: shared(),
  })
  onTestFinished(() => gateway.stop())
  const key = await makeKey(gateway)
  const url = `${gateway.baseUrl}${chatPath}`
  const headers = { authorization: `Bearer ${key}` }
  expect((await ask(url, good, headers)).status).toBe(200)
  const asked = upstream.requests.length
  process.kill(redis.pid, 'SIGSTOP')
  await beginAndLeave(gateway.baseUrl, key)
  const [usual, byFastify] = await Promise.all([
    ask(url, good, headers),
    ask(`${url}?by=fastify`, good, headers),
  ])
  process.kill(redis.pid, 'SIGCONT')
  expect(usual.status).toBe(503)
  expect(usual.json()).toMatchObject({ error: { code: 'store_unavailable' } })
  expect(lastingOf(usual)).toEqual(lastingOf(byFastify))
  expect(upstream.requests).toHaveLength(asked)
  await expect.poll(async () => (await ask(url, good, headers)).status).toBe(200)
})
