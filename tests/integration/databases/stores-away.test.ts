import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LocalServer } from '../../cluster/local-server.ts'
import { startTcpGap, type TcpGap } from '../../faults/tcp-gap.ts'
import { toAsked, type Asked, type ErrorBody } from '../../support/requests/ask.ts'
import { emptyStores } from '../../support/peers/empty-stores.ts'
import { fetchDocument } from '../../support/requests/expect-documented.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import {
  startGatewayHere,
  type GatewayHere,
  type HereOptions,
} from '../../support/gateway/start-gateway-here.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { startRedis } from '../../support/peers/start-redis.ts'
import { untilEnd } from '../../support/until-end.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

// Every path while PostgreSQL and Redis are away: what spends or is kept is refused, and all else goes on.

const upstream = await untilEnd(startTestUpstream())

interface Away {
  readonly gateway: GatewayHere
  readonly key: string
  readonly gaps: readonly TcpGap[]
  readonly redis: LocalServer
}

/** @param run a gateway, as a process where its log is read */
async function start<Gateway extends { readonly baseUrl: string }>(
  run: (options: HereOptions) => Promise<Gateway>,
) {
  const redis = await startRedis()
  const database = new URL((await emptyStores['postgres']?.()) ?? '')
  const gaps = await Promise.all([startTcpGap(Number(database.port)), startTcpGap(redis.port)])
  database.port = String(gaps[0].port)
  const gateway = await run({
    config: configFor(upstream.baseUrl),
    environment: {
      DATABASE_URL: database.href,
      REDIS_URL: `redis://127.0.0.1:${gaps[1].port}`,
      CALLER_SECRET: '5e'.repeat(32),
      SEAL_KEY: '99'.repeat(32),
    },
  })
  const key = await makeKey(gateway.baseUrl)
  return { gateway, key, gaps, redis }
}

type Request = readonly [method: string, path: string]

/** One of each operation that is described, and of what is not. */
async function everyRequest(baseUrl: string): Promise<readonly Request[]> {
  const { paths } = await fetchDocument(baseUrl)
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(
      (method) => [method.toUpperCase(), path.replace('{id}', 'test-private')] as const,
    ),
  )
  return [
    ...described,
    ['OPTIONS', '/v1/chat/completions'],
    ['HEAD', '/healthz'],
    ['GET', '/openapi.json'],
    ['GET', '/docs/'],
    ['GET', '/'],
    ['GET', '/verify/'],
    ['GET', '/limits/'],
    ['GET', '/no-such-path'],
    ['PUT', '/v1/models'],
  ]
}

/** Whether a path takes of a budget, or shows or changes what is kept of the key that was sent. */
function needsStores(method: string, path: string, withKey: boolean): boolean {
  if (method === 'POST' || path === '/api/e2ee/session') return true
  return withKey && path.startsWith('/api/keys/self')
}

describe.each([
  ['hang', 'gap'],
  ['are stopped', 'end'],
])('while both stores %s', (_, how) => {
  let away: Away
  let requests: readonly Request[]
  let before: ReadonlyMap<string, number>

  beforeAll(async () => {
    away = await start(startGatewayHere)
    requests = await everyRequest(away.gateway.baseUrl)
    const harmless = requests.filter((each) => !needsStores(...each, false))
    before = new Map(
      await Promise.all(
        harmless.map(async ([method, path]) => {
          const { status } = await send(method, path, false)
          return [`${method} ${path}`, status] as const
        }),
      ),
    )
    for (const gap of away.gaps) gap.cut()
    if (how === 'end') {
      for (const gap of away.gaps) gap.close()
      await away.redis.stop()
    }
  })

  afterAll(async () => {
    for (const gap of away.gaps) gap.close()
    await away.gateway.stop()
    if (how !== 'end') await away.redis.stop()
  })

  async function send(method: string, path: string, withKey: boolean): Promise<Asked> {
    const headers = {
      'content-type': 'application/json',
      ...(withKey ? { authorization: `Bearer ${away.key}` } : {}),
    }
    const body = method === 'POST' ? JSON.stringify(bodyFor(path)) : null
    const url = `${away.gateway.baseUrl}${path}`
    return toAsked(await fetch(url, { method, headers, body, redirect: 'manual' }))
  }

  test.each([
    ['without a key', false],
    ['with a key', true],
  ])('only what spends or is kept is refused, %s', async (_who, withKey) => {
    expect(requests.length).toBeGreaterThan(25)
    const asked = upstream.requests.length
    const answers = await Promise.all(
      requests.map(async ([method, path]) => {
        const answer = await send(method, path, withKey)
        expect(answer.headers.get('x-ratelimit-limit-requests')).toMatch(/^\d+$/)
        return { method, path, answer }
      }),
    )
    for (const { method, path, answer } of answers) {
      const name = `${method} ${path}`
      if (path === '/readyz') continue
      if (needsStores(method, path, withKey)) {
        expect([name, answer.status]).toEqual([name, 503])
        expect(answer.json<ErrorBody>().error.code).toBe('store_unavailable')
        expect(answer.headers.get('retry-after')).toBe('1')
      } else {
        expect([name, answer.status]).toEqual([name, before.get(name)])
      }
    }
    expect(upstream.requests).toHaveLength(asked)
  })

  test('liveness does not wait for them, and readiness names both', async () => {
    expect((await send('GET', '/healthz', false)).json()).toEqual({ status: 'ok' })
    const ready = async () => {
      const answer = await send('GET', '/readyz', false)
      return { code: answer.status, ...answer.json<object>() }
    }
    const both = { code: 503, status: 'not ready', away: ['redis', 'store'] }
    // What was found is kept for a second.
    await expect.poll(ready).toMatchObject(both)
  })
})

function bodyFor(path: string): object {
  const messages = [{ role: 'user', content: 'Hello' }]
  return path.includes('chat') ? { model: 'test-private', messages } : {}
}

test('when one of them is away, readiness names that one, and so does the log', async () => {
  const { gateway, gaps, redis } = await start(startGateway)
  const [, toRedis] = gaps
  const away = async () => (await (await fetch(`${gateway.baseUrl}/readyz`)).json()) as object
  expect(await away()).toMatchObject({ status: 'ready' })
  toRedis?.cut()
  await expect.poll(away).toMatchObject({ status: 'not ready', away: ['redis'] })
  await expect.poll(() => gateway.output()).toMatch(/"part":"redis","msg":"not ready"/)
  toRedis?.heal()
  await expect.poll(away).toMatchObject({ status: 'ready' })
  await expect.poll(() => gateway.output()).toMatch(/"msg":"ready again"/)
  await gateway.kill()
  for (const gap of gaps) gap.close()
  await redis.stop()
})
