import { createClient } from '@redis/client'
import { expect, test, vi } from 'vitest'
import { openStore } from '../../../server/gateway/store/store-registry.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { emptyStores } from '../../support/peers/empty-stores.ts'
import { atEnd } from '../../support/at-end.ts'
import { untilEnd } from '../../support/until-end.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { startPostgres } from '../../support/peers/start-postgres.ts'
import { startRedis } from '../../support/peers/start-redis.ts'
import { answerJson, answerText, startTestUpstream } from '../../support/peers/test-upstream.ts'

// Three gateways on one PostgreSQL and one Redis, as processes.

const upstream = await untilEnd(startTestUpstream())
let redis = await startRedis()
atEnd(() => redis.stop())
const databaseUrl = (await emptyStores['postgres']?.()) ?? ''
const environment = {
  DATABASE_URL: databaseUrl,
  REDIS_URL: redis.address,
  CALLER_SECRET: '5a'.repeat(32),
  SEAL_KEY: '11'.repeat(32),
}
const config = {
  ...configFor(upstream.baseUrl),
  plans: [
    { id: 'free', requests_per_minute: 100 },
    { id: 'paid', requests_per_minute: 1_000_000 },
    { id: 'metered', requests_per_minute: 1_000_000, tokens_per_day: 5_000 },
  ],
}
const gateways = await Promise.all(
  [1, 2, 3].map(() => untilEnd(startGateway({ config, environment }))),
)

const gatewayAt = (index: number) => gateways[index % 3] ?? expect.unreachable('there are three')

async function makeKey(): Promise<{ readonly id: string; readonly authorization: string }> {
  const made = await ask(`${gatewayAt(0).baseUrl}/api/keys`, '')
  const { id, key } = made.json<{ id: string; key: string }>()
  return { id, authorization: `Bearer ${key}` }
}

const chat = (index: number, authorization: string) =>
  ask(
    `${gatewayAt(index).baseUrl}/v1/chat/completions`,
    { model: 'test-private', messages: [{ role: 'user', content: 'Hello' }] },
    { authorization },
  )

test('gateways that start at the same time on an empty database agree on schema and signer', async () => {
  const signers = await Promise.all(
    gateways.map(async ({ baseUrl }) => {
      const limits = (await (await fetch(`${baseUrl}/api/limits`)).json()) as object
      return JSON.stringify((limits as { seal_signer: unknown }).seal_signer)
    }),
  )
  expect(new Set(signers).size).toBe(1)
  for (const gateway of gateways) expect(gateway.output()).not.toContain('REDIS_URL is not set')
})

test('a budget of 100 a minute is 100 over three gateways, not 101 and not 99', async () => {
  const { authorization } = await makeKey()
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_each, index) => chat(index, authorization)),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(50)
})

test('a budget of tokens is one over three gateways: what all of them spent is counted, once', async () => {
  const { id, authorization } = await makeKey()
  const store = await openStore(databaseUrl)
  expect(await store.setPlan(id, 'metered', null)).toBe(true)
  await store.close()
  const choices = [
    { index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' },
  ]
  const usage = { prompt_tokens: 60, completion_tokens: 40 }
  upstream.answerWith(answerJson(JSON.stringify({ choices, usage })))
  const left = async (index: number) => {
    const url = `${gatewayAt(index).baseUrl}/api/keys/self`
    const { headers } = await fetch(url, { headers: { authorization } })
    return Number(headers.get('x-ratelimit-remaining-tokens'))
  }
  const answers = await Promise.all(
    Array.from({ length: 49 }, (_each, index) => chat(index, authorization)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(49)
  // An answer is counted once its caller has it.
  for (const index of [0, 1, 2]) await expect.poll(() => left(index)).toBe(100)
  expect((await chat(0, authorization)).status).toBe(200)
  for (const index of [0, 1, 2]) await expect.poll(() => left(index)).toBe(0)
  const asked = upstream.requests.length
  for (const index of [0, 1, 2]) {
    const refused = await chat(index, authorization)
    expect(refused.status).toBe(429)
    expect(refused.json<ErrorBody>().error).toMatchObject({ budget: 'tokens_per_day' })
  }
  expect(upstream.requests).toHaveLength(asked)
  upstream.answerWith(answerText('ok'))
})

test('the budget of an address is one over all gateways, and the address is nowhere in Redis', async () => {
  const before = await fetch(`${gatewayAt(0).baseUrl}/v1/models`)
  await ask(`${gatewayAt(1).baseUrl}/v1/chat/completions`, {
    model: 'test-private',
    messages: [{ role: 'user', content: 'Hello' }],
  })
  const after = await fetch(`${gatewayAt(2).baseUrl}/v1/models`)
  const left = (response: Response) =>
    Number(response.headers.get('x-ratelimit-remaining-requests'))
  expect(left(after)).toBe(left(before) - 1)
  const client = createClient({ url: redis.address })
  await client.connect()
  const kept = await client.keys('*')
  // -1: it would stay.
  const lasting = await Promise.all(kept.map((name) => client.pTTL(name)))
  client.destroy()
  expect(lasting).not.toContain(-1)
  expect(kept.filter((name) => name.includes(':addr:'))).not.toEqual([])
  expect(kept.filter((name) => /127\.0\.0\.1|sk-csn-/.test(name))).toEqual([])
})

test('a key that one gateway revokes is refused by all', async () => {
  const { authorization } = await makeKey()
  for (const index of [0, 1, 2]) expect((await chat(index, authorization)).status).toBe(200)
  const url = `${gatewayAt(0).baseUrl}/api/keys/self`
  expect((await fetch(url, { method: 'DELETE', headers: { authorization } })).ok).toBe(true)
  await vi.waitFor(
    async () => {
      const answers = await Promise.all([0, 1, 2].map((index) => chat(index, authorization)))
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    },
    { timeout: 60_000, interval: 100 },
  )
})

test('while Redis hangs or is gone nothing is served uncounted, and afterwards all goes on by itself', async () => {
  const { authorization } = await makeKey()
  const refused = async () => {
    const asked = upstream.requests.length
    const answers = await Promise.all([0, 1, 2].map((index) => chat(index, authorization)))
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(answer.json<ErrorBody>().error.code).toBe('store_unavailable')
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect(upstream.requests).toHaveLength(asked)
  }
  const served = () =>
    vi.waitFor(
      async () => {
        const answers = await Promise.all([0, 1, 2].map((index) => chat(index, authorization)))
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      },
      { timeout: 60_000, interval: 100 },
    )
  process.kill(redis.pid, 'SIGSTOP')
  await refused()
  process.kill(redis.pid, 'SIGCONT')
  await served()
  const { port } = redis
  await redis.stop()
  await refused()
  redis = await startRedis(port)
  await served()
})

test('after PostgreSQL was restarted keys are made again, and those that were made are still good', async () => {
  const own = await startPostgres()
  const environment = { DATABASE_URL: `${own.address}/postgres`, SEAL_KEY: '22'.repeat(32) }
  const gateway = await startGatewayHere({ config: configFor(upstream.baseUrl), environment })
  const make = () => ask(`${gateway.baseUrl}/api/keys`, '')
  const made = (await make()).json<{ key: string }>()
  await own.restart()
  await vi.waitFor(async () => expect((await make()).status).toBe(201), {
    timeout: 60_000,
    interval: 100,
  })
  const self = await fetch(`${gateway.baseUrl}/api/keys/self`, {
    headers: { authorization: `Bearer ${made.key}` },
  })
  expect(self.status).toBe(200)
  await gateway.stop()
  await own.stop()
})
