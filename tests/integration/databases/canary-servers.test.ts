import { createClient } from '@redis/client'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { emptyStores } from '../../support/peers/empty-stores.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startCollector } from '../../support/peers/start-collector.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { startRedis } from '../../support/peers/start-redis.ts'
import {
  answerJson,
  answerSse,
  answerText,
  chunk,
  done,
  startTestUpstream,
} from '../../support/peers/test-upstream.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

// What is looked for is nowhere that outlives a request, or that an operator sees.

const prompt = 'canary-prompt-51c2'
const answer = 'canary-answer-d07b'

const upstream = await untilEnd(startTestUpstream(answerText(answer)))
const redis = await untilEnd(startRedis())
const collector = await untilEnd(startCollector())
const databaseUrl = (await emptyStores['postgres']?.()) ?? ''
const gateway = await startGateway({
  config: configFor(upstream.baseUrl, {
    plans: [
      {
        id: 'free',
        requests_per_minute: 1_000,
        requests_per_day: 1_000,
        tokens_per_minute: 1_000_000,
        tokens_per_day: 1_000_000,
      },
      { id: 'paid', requests_per_minute: 1_000 },
    ],
  }),
  environment: {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.address,
    CALLER_SECRET: '5a'.repeat(32),
    SEAL_KEY: '33'.repeat(32),
    LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  },
})

/** All rows of all tables, and what the server knows of those who ask it. */
async function allOfPostgres(): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
    )
    const texts: string[] = []
    for (const name of [...tables.map((table) => table.name), 'pg_stat_activity']) {
      texts.push(JSON.stringify((await client.query(`select * from ${name}`)).rows))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

/** All keys, and what each of them holds. */
async function allOfRedis(): Promise<string> {
  const client = createClient({ url: redis.address })
  await client.connect()
  try {
    const keys = await client.keys('*')
    const readers: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
      string: (key) => client.get(key),
      list: (key) => client.lRange(key, 0, -1),
      hash: (key) => client.hGetAll(key),
    }
    const held = keys.map(async (key) => {
      const read = readers[await client.type(key)] ?? expect.unreachable('a type that is not read')
      return `${key} ${JSON.stringify(await read(key))}`
    })
    return (await Promise.all(held)).join('\n')
  } finally {
    client.destroy()
  }
}

test('no prompt, answer, salt or key is in PostgreSQL, Redis, a log, a trace or a metric', async () => {
  const url = `${gateway.baseUrl}/v1/chat/completions`
  const key = await makeKey(gateway.baseUrl)
  const headers = {
    authorization: `Bearer ${key}`,
    'x-request-id': prompt,
    traceparent: prompt,
    tracestate: `a=${prompt}`,
  }
  const body = { model: 'test-private', messages: [{ role: 'user', content: prompt }] }
  const secrets = [prompt, answer, key]
  const keepSalts = (text: string) => {
    const found = text.matchAll(/"(?:prompt|response)":"([0-9a-f]{64})"/g)
    secrets.push(...[...found].map(([, salt]) => salt ?? ''))
  }
  keepSalts((await ask(url, body, headers)).text)
  keepSalts((await ask(url, body)).text)
  upstream.answerWith(answerSse([chunk({ content: answer }), chunk({}, 'stop'), done]))
  keepSalts((await ask(url, { ...body, stream: true }, headers)).text)
  expect(secrets).toHaveLength(3 + 6)

  for (const status of [200, 400, 401, 429, 500]) {
    upstream.answerWith(answerJson(`{"error":{"message":"${prompt} ${answer}"}}`, status))
    await ask(url, body, headers)
    await ask(`${gateway.baseUrl}/v1/messages`, { ...body, max_tokens: 9 }, headers)
  }
  await ask(url, { ...body, model: prompt }, headers)
  await ask(url, `{"${prompt}`, headers)
  await ask(url, body, { authorization: `Bearer ${prompt}` })
  const usage = await fetch(`${gateway.baseUrl}/api/keys/self/usage`, { headers })
  expect(usage.status).toBe(200)

  const metrics = await (await fetch(`${gateway.baseUrl}/api/metrics`)).text()
  const inRedis = await allOfRedis()
  await gateway.stop()
  const places = {
    postgres: await allOfPostgres(),
    redis: inRedis,
    log: gateway.output(),
    traces: collector.text(),
    metrics,
  }
  // Each place has what it is to have.
  expect(places.postgres).toContain('"model":"test-private"')
  expect(places.redis).toContain('countersign:tokens-of-day:key:')
  expect(places.log).toContain('"level":20')
  expect(places.traces).toContain('countersign.mode')
  expect(places.metrics).toContain('countersign_tokens_total{')
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) expect(text.includes(secret), place).toBe(false)
  }
})
