import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAttestedSessions } from '../../../../../server/gateway/upstreams/enclave/attested-sessions.ts'
import {
  EnclaveUnverified,
  type AttestedSession,
} from '../../../../../server/gateway/upstreams/enclave/establish-session.ts'
import { createSemaphore } from '../../../../../server/gateway/upstreams/enclave/connection/semaphore.ts'
import { testEnclave } from '../../../../support/receipts/make-exchange.ts'

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

const nowSeconds = () => Date.now() / 1000

function session(name: string, lifeSeconds = 100): AttestedSession {
  return {
    enclave: { ...testEnclave, digest: `sha256:${name}` },
    channel: 'tls',
    checks: [],
    required: [],
    since: 0,
    expiresAt: nowSeconds() + lifeSeconds,
  }
}

const open = (establish: () => Promise<AttestedSession>) =>
  createAttestedSessions({ idOf: ({ enclave }) => enclave.digest, nowSeconds, establish })

test('whoever asks while an attestation runs waits for that one', async () => {
  let count = 0
  const sessions = open(async () => {
    count += 1
    return session('a')
  })
  await Promise.all(Array.from({ length: 64 }, () => sessions.ready()))
  await Promise.all([sessions.renew(), sessions.renew()])
  expect(count).toBe(2)
  sessions.close()
})

test('a session is renewed before it ends, without anybody asking', async () => {
  let count = 0
  const sessions = open(async () => {
    count += 1
    return session(String(count))
  })
  await sessions.ready()
  await vi.advanceTimersByTimeAsync(79_000)
  expect(count).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(count).toBe(2)
  expect(sessions.current()?.enclave.digest).toBe('sha256:2')
  // The first one still holds: an answer that is under way may be signed under it.
  expect(sessions.all()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sessions.all()).toHaveLength(1)
  sessions.close()
})

test('a session that has ended is not used, even when no other could be had', async () => {
  let works = true
  const sessions = open(async () => {
    if (!works) throw new EnclaveUnverified([])
    return session('a')
  })
  await sessions.ready()
  works = false
  await vi.advanceTimersByTimeAsync(85_000)
  // It could not be renewed, and holds: nobody is sent to a weaker route.
  expect(sessions.refusal()).toBeNull()
  await vi.advanceTimersByTimeAsync(16_000)
  expect(sessions.current()).toBeNull()
  expect(sessions.refusal()).toEqual([])
  await expect(sessions.ready()).rejects.toBeInstanceOf(EnclaveUnverified)
  sessions.close()
})

test('after failures it is tried again after 1 s, 2 s, 4 s, up to a minute, and not by requests', async () => {
  const times: number[] = []
  const sessions = open(async () => {
    times.push(Math.round(nowSeconds()))
    throw new EnclaveUnverified([])
  })
  await expect(sessions.ready()).rejects.toBeInstanceOf(EnclaveUnverified)
  for (let second = 0; second < 200; second += 1) {
    await expect(sessions.ready()).rejects.toBeInstanceOf(EnclaveUnverified)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(times).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
  sessions.close()
})

test('a semaphore lets so many through, keeps the others waiting in their order, and turns away too many', async () => {
  const semaphore = createSemaphore({ atOnce: 2, waiting: 2 })
  const order: string[] = []
  const leave: (() => void)[] = []
  const enter = (name: string) =>
    semaphore.run(async () => {
      order.push(name)
      await new Promise<void>((resolve) => leave.push(resolve))
    })
  const passed = ['a', 'b', 'c', 'd'].map(enter)
  await expect(enter('e')).rejects.toThrow()
  expect(order).toEqual(['a', 'b'])
  leave[0]?.()
  await passed[0]
  await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'c']))
  for (const go of leave) go()
  await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'c', 'd']))
  for (const go of leave) go()
  await Promise.all(passed)
})
