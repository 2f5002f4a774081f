import { describe, expect, test } from 'vitest'
import { createMemoryReplayGuard } from '../../server/rate-limits/memory-replay-guard.ts'

describe('in memory', () => {
  test('a key is claimed once, until its time is over', async () => {
    const guard = createMemoryReplayGuard()
    expect(await guard.claim('a', { nowMs: 0, untilMs: 600_000 })).toBe(true)
    expect(await guard.claim('a', { nowMs: 599_999, untilMs: 700_000 })).toBe(false)
    expect(await guard.claim('b', { nowMs: 599_999, untilMs: 700_000 })).toBe(true)
    expect(await guard.claim('a', { nowMs: 700_000, untilMs: 800_000 })).toBe(true)
  })

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
