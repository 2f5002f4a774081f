import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { makeKey } from '../../support/gateway/make-key.ts'
import { startRedis } from '../../support/peers/start-redis.ts'
import { answerText, startTestUpstream } from '../../support/peers/test-upstream.ts'

// A request with a key that was seen a moment ago is admitted without waiting, where budgets are counted alone.

const upstream = await untilEnd(startTestUpstream())
const redis = await untilEnd(startRedis())

const shared = { REDIS_URL: redis.address, CALLER_SECRET: '5e'.repeat(32) }

const chatPath = '/v1/chat/completions'
const good = { model: 'test-private', messages: [{ role: 'user', content: 'hi' }] }

describe.each([
  ['counted alone', {}],
  ['counted in a Redis', shared],
])('budgets %s', async (_where, environment) => {
  const gateway = await untilEnd(
    startGatewayHere({ config: configFor(upstream.baseUrl), environment }),
  )
  const key = await makeKey(gateway.baseUrl)

  test('an answer is counted, and takes one request of the budget', async () => {
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
    const headers = { authorization: `Bearer ${await makeKey(gateway.baseUrl)}` }
    upstream.answerWith(answerText('ok'))
    expect((await ask(`${gateway.baseUrl}${chatPath}`, good, headers)).status).toBe(200)
    await fetch(`${gateway.baseUrl}/api/keys/self`, { method: 'DELETE', headers })
    expect((await ask(`${gateway.baseUrl}${chatPath}`, good, headers)).status).toBe(401)
  })

  test('a budget that is spent is refused, with the time to wait', async () => {
    upstream.answerWith(answerText('ok'))
    const plans = [
      { id: 'free', requests_per_minute: 1 },
      { id: 'paid', requests_per_minute: 1 },
    ]
    const small = await untilEnd(
      startGatewayHere({
        config: configFor(upstream.baseUrl, { plans }),
        environment,
      }),
    )
    const headers = { authorization: `Bearer ${await makeKey(small.baseUrl)}` }
    // Whenever the minute is over, one more is served.
    await expect
      .poll(async () => {
        const { status, headers: said } = await ask(`${small.baseUrl}${chatPath}`, good, headers)
        return [status, Number(said.get('retry-after')) > 0, said.has('retry-after-ms')]
      })
      .toEqual([429, true, true])
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
  const gateway = await untilEnd(
    startGatewayHere({
      config: configFor(upstream.baseUrl),
      environment: shared,
    }),
  )
  const key = await makeKey(gateway.baseUrl)
  const url = `${gateway.baseUrl}${chatPath}`
  const headers = { authorization: `Bearer ${key}` }
  expect((await ask(url, good, headers)).status).toBe(200)
  const asked = upstream.requests.length
  process.kill(redis.pid, 'SIGSTOP')
  await beginAndLeave(gateway.baseUrl, key)
  const refused = await ask(url, good, headers)
  process.kill(redis.pid, 'SIGCONT')
  expect(refused.status).toBe(503)
  expect(refused.json()).toMatchObject({ error: { code: 'store_unavailable' } })
  expect(upstream.requests).toHaveLength(asked)
  await expect.poll(async () => (await ask(url, good, headers)).status).toBe(200)
})
