import { untilEnd } from '../support/until-end.ts'
import { describe, expect, inject, test } from 'vitest'
import { createMemoryReplayGuard } from '../../server/gateway/accounts/rate-limits/memory-replay-guard.ts'
import { createRedisReplayGuard } from '../../server/gateway/accounts/rate-limits/redis-replay-guard.ts'
import { connectRedis } from '../../server/gateway/accounts/rate-limits/redis-scripts.ts'
import type { ReplayGuard } from '../../server/gateway/accounts/rate-limits/replay-guard.ts'

/** Every guard that exists, each with nothing claimed of the keys that a test makes. */
const guards: readonly (readonly [string, () => ReplayGuard])[] = [
  ['in memory', () => createMemoryReplayGuard()],
  ['in a Redis', () => createRedisReplayGuard(redis, { clock: 'given' })],
]

const redis = await untilEnd(connectRedis(inject('redis')))

describe.each(guards)('%s', (_name, create) => {
  test('a key is claimed once, until its time is over', async () => {
    const guard = create()
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()]
    expect(await guard.claim(a, { nowMs: 0, untilMs: 600_000 })).toBe(true)
    expect(await guard.claim(a, { nowMs: 599_999, untilMs: 700_000 })).toBe(false)
    expect(await guard.claim(b, { nowMs: 599_999, untilMs: 700_000 })).toBe(true)
    expect(await guard.claim(a, { nowMs: 700_000, untilMs: 800_000 })).toBe(true)
  })

  test('of many who claim one key at the same time, one gets it', async () => {
    const guard = create()
    const key = crypto.randomUUID()
    const claims = await Promise.all(
      Array.from({ length: 50 }, async () => guard.claim(key, { nowMs: 0, untilMs: 600_000 })),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  })
})

describe('in memory', () => {
  test('when too many are remembered the next is refused, and none is forgotten', async () => {
    const guard = createMemoryReplayGuard({ maxClaims: 2 })
    expect(await guard.claim('a', { nowMs: 0, untilMs: 100_000 })).toBe(true)
    expect(await guard.claim('b', { nowMs: 0, untilMs: 200_000 })).toBe(true)
    expect(await guard.claim('c', { nowMs: 1, untilMs: 200_000 })).toBe(false)
    expect(await guard.claim('a', { nowMs: 2, untilMs: 200_000 })).toBe(false)
    expect(await guard.claim('c', { nowMs: 100_000, untilMs: 200_000 })).toBe(true)
    expect(guard.size()).toBe(2)
  })
})
