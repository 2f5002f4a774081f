import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { openStore } from '../../../server/gateway/store/store-registry.ts'
import { startTcpGap } from '../../faults/tcp-gap.ts'
import { adminHere } from '../../support/gateway/admin-here.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { atEnd } from '../../support/at-end.ts'
import { emptyStores } from '../../support/peers/empty-stores.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTestUpstream } from '../../support/peers/test-upstream.ts'

// What two gateways on one PostgreSQL agree on: who may ask, and who signs. The clock of each can be set ahead, and the way of
// each to the database cut.

/** Between two questions to a gateway: it signs before and after whatever happens. */
const pauseMs = 20

/** In so long a key that was revoked elsewhere has to be refused. */
const revocationMs = 5_000

const keys = { SEAL_KEY: '66'.repeat(32), SEAL_KEY_NEXT: '77'.repeat(32) }
const body = { model: 'test-private', messages: [{ role: 'user', content: 'Hello' }] }

const upstream = await untilEnd(startTestUpstream())
const database = new URL((await emptyStores['postgres']?.()) ?? '')

async function startOne() {
  const gap = await startTcpGap(Number(database.port))
  const through = new URL(database)
  through.port = String(gap.port)
  const gateway = await startGateway({
    config: configFor(upstream.baseUrl),
    nodeArguments: ['--import', join(import.meta.dirname, '../../faults/shift-clock.mjs')],
    environment: {
      ...keys,
      DATABASE_URL: through.href,
      REDIS_URL: inject('redis'),
      CALLER_SECRET: '5c'.repeat(32),
      CLOCK_STEP_MS: String(revocationMs),
      CLOCK_STEP_ALL: 'yes',
    },
  })
  atEnd(async () => {
    await gateway.kill()
    gap.close()
  })
  const { baseUrl } = gateway
  const shifts = (offMs: number) => gateway.output().split(`The clock is ${offMs} ms ahead.`).length
  return {
    baseUrl,
    gap,
    chat: (authorization?: string) =>
      ask(`${baseUrl}/v1/chat/completions`, body, authorization ? { authorization } : {}),
    self: (authorization: string) =>
      fetch(`${baseUrl}/api/keys/self`, { headers: { authorization } }),
    setClock: async (offMs: 0 | typeof revocationMs) => {
      const before = shifts(offMs)
      process.kill(gateway.pid, 'SIGUSR2')
      await expect.poll(() => shifts(offMs)).toBe(before + 1)
    },
  }
}

/** Each test leaves their clocks and ways as they were. */
const gateways = await Promise.all([startOne(), startOne()] as const)
const [first, second] = gateways

async function makeKey(baseUrl: string) {
  const { id, key } = (await ask(`${baseUrl}/api/keys`, '')).json<{ id: string; key: string }>()
  return { id, authorization: `Bearer ${key}` }
}

test('five seconds after a key was revoked no gateway serves it, whoever revoked it', async () => {
  const [byCaller, byOperator, good] = await Promise.all(
    [1, 2, 3].map(() => makeKey(first.baseUrl)),
  )
  if (!byCaller || !byOperator || !good) return expect.unreachable('three were made')
  // Each gateway has just read them, and will not ask the database for a while.
  for (const { chat } of gateways) {
    for (const { authorization } of [byCaller, byOperator, good]) {
      expect((await chat(authorization)).status).toBe(200)
    }
  }
  const { authorization } = byCaller
  const url = `${first.baseUrl}/api/keys/self`
  expect((await fetch(url, { method: 'DELETE', headers: { authorization } })).ok).toBe(true)
  const store = await openStore(database.href)
  expect(await store.revokeKey(byOperator.id, new Date().toISOString())).toBe(true)
  await store.close()

  await Promise.all(gateways.map(({ setClock }) => setClock(revocationMs)))
  const asked = upstream.requests.length
  for (const { chat, self } of gateways) {
    for (const revoked of [byCaller, byOperator]) {
      const refused = await chat(revoked.authorization)
      expect(refused.status).toBe(401)
      expect(refused.json<ErrorBody>().error.code).toBe('invalid_api_key')
    }
    expect((await self(good.authorization)).status).toBe(200)
  }
  expect(upstream.requests).toHaveLength(asked)
  await Promise.all(gateways.map(({ setClock }) => setClock(0)))
})

test('a gateway that cannot ask the database serves no key that it read five seconds ago', async () => {
  const { baseUrl, chat, gap, setClock } = first
  const { authorization } = await makeKey(baseUrl)
  expect((await chat(authorization)).status).toBe(200)
  gap.cut()
  await setClock(revocationMs)
  const asked = upstream.requests.length
  const refused = await chat(authorization)
  expect(refused.status).toBe(503)
  expect(refused.json<ErrorBody>().error.code).toBe('store_unavailable')
  expect(upstream.requests).toHaveLength(asked)
  gap.heal()
  await setClock(0)
  await expect.poll(async () => (await chat(authorization)).status).toBe(200)
})

interface Signed {
  readonly issuedAt: string
  readonly signer: string
}

interface Limits {
  readonly seal_signer: string
  readonly seal_signer_from: string
}

const limitsOf = async (baseUrl: string) =>
  (await (await fetch(`${baseUrl}/api/limits`)).json()) as Limits

const rotate = (given: Readonly<Record<string, string>>) =>
  adminHere(temporaryFolder(), ['rotate-signer'], undefined, {
    ...given,
    DATABASE_URL: database.href,
  })

test('a gateway that cannot hear of a rotation signs nothing from when it takes effect, and a retired key never signs again', async () => {
  const before = await limitsOf(first.baseUrl)
  const signed: Signed[] = []
  const refusals: string[] = []
  let isOver = false
  const asking = gateways.map(async ({ chat }) => {
    for await (const _turn of setInterval(pauseMs)) {
      if (isOver) return
      const answer = await chat()
      if (answer.status === 200) {
        const { svc } = answer.json<{ svc: { receipt: { body: Signed; signer: string } } }>()
        const { body: said, signer } = svc.receipt
        signed.push({ issuedAt: said.issuedAt, signer: signer.toLowerCase() })
      } else refusals.push(answer.json<ErrorBody>().error.code)
    }
  })
  await expect.poll(() => signed.length).toBeGreaterThan(9)
  second.gap.cut()
  expect((await rotate(keys)).code).toBe(0)
  await expect
    .poll(async () => (await limitsOf(first.baseUrl)).seal_signer)
    .not.toBe(before.seal_signer)
  await expect.poll(() => refusals).toContain('store_unavailable')
  second.gap.heal()
  await expect
    .poll(async () => (await limitsOf(second.baseUrl)).seal_signer)
    .not.toBe(before.seal_signer)
  await expect.poll(async () => (await second.chat()).status).toBe(200)
  isOver = true
  await Promise.all(asking)

  const after = await limitsOf(first.baseUrl)
  expect(new Set(signed.map(({ signer }) => signer)).size).toBe(2)
  for (const { issuedAt, signer } of signed) {
    expect(signer).toBe(issuedAt < after.seal_signer_from ? before.seal_signer : after.seal_signer)
  }
  const { SEAL_KEY, SEAL_KEY_NEXT } = keys
  const refusal = 'A retired signer never signs again'
  const back = await rotate({ SEAL_KEY: SEAL_KEY_NEXT, SEAL_KEY_NEXT: SEAL_KEY })
  expect(back).toMatchObject({ code: 1, stderr: expect.stringContaining(refusal) as string })
  const started = startGateway({
    config: configFor(upstream.baseUrl),
    environment: { SEAL_KEY, DATABASE_URL: database.href },
  })
  await expect(started).rejects.toThrow(refusal)
})
