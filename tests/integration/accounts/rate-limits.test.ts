import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

async function start(environment: Readonly<Record<string, string>>, freeRpm = 3) {
  const upstream = await untilEnd(startTestUpstream())
  const gateway = await untilEnd(
    startGatewayHere({
      config: configFor(upstream.baseUrl, {
        plans: [
          { id: 'free', requests_per_minute: freeRpm },
          { id: 'paid', requests_per_minute: 50 },
        ],
      }),
      environment,
    }),
  )
  const chat = (headers: Readonly<Record<string, string>> = {}) =>
    ask(
      `${gateway.baseUrl}/v1/chat/completions`,
      { model: 'default', messages: [{ role: 'user', content: 'x' }] },
      headers,
    )
  return { gateway, chat }
}

test('a caller without a key has 20 requests a minute, and every response says what is left', async () => {
  const { gateway, chat } = await start({ SIGNED_OUT_RPM: '' })
  for (let left = 19; left >= 0; left--) {
    const { status, headers } = await chat()
    expect(status).toBe(200)
    expect(headers.get('x-ratelimit-limit-requests')).toBe('20')
    expect(headers.get('x-ratelimit-remaining-requests')).toBe(String(left))
    expect(headers.get('x-ratelimit-reset-requests')).toMatch(/^(1m0s|\d+s)$/)
  }
  const refused = await chat()
  expect(refused.status).toBe(429)
  expect(refused.json<ErrorBody>().error.code).toBe('rate_limit_exceeded')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after-ms'))).toBeGreaterThan(0)
  expect(refused.text).not.toContain('choices')

  // Making a key spends the same budget; reading spends none.
  expect((await ask(`${gateway.baseUrl}/api/keys`, '')).status).toBe(429)
  const models = await fetch(`${gateway.baseUrl}/v1/models`)
  expect(models.status).toBe(200)
  expect(models.headers.get('x-ratelimit-remaining-requests')).toBe('0')
})

test('a key has a budget of its own, which its plan sets', async () => {
  const { gateway, chat } = await start({ SIGNED_OUT_RPM: '2' })
  const key = await makeKey(gateway.baseUrl)
  const headers = { authorization: `Bearer ${key}` }
  await chat()
  expect((await chat()).status).toBe(429)
  for (let left = 2; left >= 0; left--) {
    const answer = await chat(headers)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-ratelimit-limit-requests')).toBe('3')
    expect(answer.headers.get('x-ratelimit-remaining-requests')).toBe(String(left))
  }
  expect((await chat(headers)).status).toBe(429)
  const self = await fetch(`${gateway.baseUrl}/api/keys/self`, { headers })
  expect(await self.json()).toMatchObject({ plan: 'free', requests_per_minute: 3 })
})

test('a key does not make keys: each spends the budget of its address, too', async () => {
  const { gateway, chat } = await start({ SIGNED_OUT_RPM: '3' }, 100)
  const make = (headers: Readonly<Record<string, string>> = {}) =>
    ask(`${gateway.baseUrl}/api/keys`, '', headers)
  const { key } = (await make()).json<{ key: string }>()
  const headers = { authorization: `Bearer ${key}` }
  expect([(await make(headers)).status, (await make(headers)).status]).toEqual([201, 201])
  const refused = await make(headers)
  expect(refused.status).toBe(429)
  expect(refused.json<ErrorBody>().error.code).toBe('rate_limit_exceeded')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await make()).status).toBe(429)
  expect((await chat(headers)).status).toBe(200)
})

test('an address makes so many keys a day, whoever asks', async () => {
  const { gateway } = await start({ SIGNED_OUT_RPM: '100', KEYS_PER_DAY: '2' }, 100)
  const make = (headers: Readonly<Record<string, string>> = {}) =>
    ask(`${gateway.baseUrl}/api/keys`, '', headers)
  const { key } = (await make()).json<{ key: string }>()
  expect((await make({ authorization: `Bearer ${key}` })).status).toBe(201)
  for (const headers of [{}, { authorization: `Bearer ${key}` }]) {
    const refused = await make(headers)
    expect(refused.status).toBe(429)
    expect(refused.json<ErrorBody>().error.message).toContain('2 keys a day')
    // Not tomorrow to the minute, but far beyond the minute of the other budget.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600)
  }
})

test('guessing vouchers, and rotating, spend the budget of the key', async () => {
  const { gateway } = await start({}, 2)
  const key = await makeKey(gateway.baseUrl)
  const headers = { authorization: `Bearer ${key}` }
  const redeem = () => ask(`${gateway.baseUrl}/api/keys/self/redeem`, { code: 'CSNV-X' }, headers)
  expect([(await redeem()).status, (await redeem()).status]).toEqual([404, 404])
  expect((await redeem()).status).toBe(429)
  expect((await ask(`${gateway.baseUrl}/api/keys/self/rotate`, '', headers)).status).toBe(429)
})

test('without TRUST_PROXY, a forged X-Forwarded-For buys nothing', async () => {
  const { chat } = await start({ SIGNED_OUT_RPM: '2' })
  const forged = (n: number) =>
    chat({
      'x-forwarded-for': `203.0.113.${n}`,
      forwarded: `for=203.0.113.${n}`,
      'x-real-ip': `203.0.113.${n}`,
    })
  expect((await forged(1)).status).toBe(200)
  expect((await forged(2)).status).toBe(200)
  expect((await forged(3)).status).toBe(429)
})

test('with TRUST_PROXY, addresses behind the proxy have a budget each', async () => {
  const { chat } = await start({ SIGNED_OUT_RPM: '1', TRUST_PROXY: '1' })
  const from = async (address: string) => (await chat({ 'x-forwarded-for': address })).status
  expect(await from('203.0.113.1')).toBe(200)
  expect(await from('203.0.113.1')).toBe(429)
  expect(await from('203.0.113.2')).toBe(200)
  // Only the hop that the trusted proxy wrote counts: what the caller put before it does not.
  expect(await from('198.51.100.7, 203.0.113.2')).toBe(429)
})
