import { untilEnd } from '../support/until-end.ts'
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { createMemoryLimiter } from '../../server/gateway/accounts/rate-limits/memory.ts'
import type { RateLimiter } from '../../server/gateway/accounts/rate-limits/rate-limiter.ts'
import { createRedisLimiter } from '../../server/gateway/accounts/rate-limits/redis-limiter.ts'
import { connectRedis } from '../../server/gateway/accounts/rate-limits/redis-scripts.ts'

/** Every limiter that exists, each with nothing spent. */
const limiters: readonly (readonly [string, () => RateLimiter])[] = [
  ['in memory', () => createMemoryLimiter()],
  ['in a Redis', () => createRedisLimiter(redis, { prefix: crypto.randomUUID(), clock: 'given' })],
]

const redis = await untilEnd(connectRedis(inject('redis')))

const windowMs = 60_000

interface Step {
  readonly pauseMs: number
  readonly subject: string
  readonly limit: number
  readonly call: 'spend' | 'peek'
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    // Often none, often just a window, so that the edges are met.
    pauseMs: fc.oneof(
      fc.constantFrom(0, 1, windowMs - 1, windowMs, windowMs + 1),
      fc.integer({ min: 0, max: 20_000 }),
    ),
    subject: fc.constantFrom('a', 'b'),
    limit: fc.constantFrom(0, 1, 2, 5),
    call: fc.constantFrom('spend' as const, 'spend' as const, 'spend' as const, 'peek' as const),
  }),
  { maxLength: 120 },
)

describe.each(limiters)('%s', (_name, create) => {
  test('a request is allowed exactly when fewer than the limit were in the last 60 seconds', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const limiter = create()
        const allowed: Record<string, number[]> = { a: [], b: [] }
        let nowMs = 0
        for (const { pauseMs, subject, limit, call } of all) {
          nowMs += pauseMs
          const times = allowed[subject] ?? []
          const used = times.filter((time) => time > nowMs - windowMs).length
          const budget = await limiter[call](subject, limit, nowMs)
          const took = call === 'spend' && used < limit
          expect(budget).toMatchObject({
            allowed: used < limit,
            limit,
            remaining: Math.max(0, limit - used - (took ? 1 : 0)),
          })
          if (took) times.push(nowMs)
          const newest = times.filter((time) => time > nowMs - windowMs).at(-1)
          expect(budget.resetMs).toBe(newest === undefined ? 0 : newest + windowMs - nowMs)
        }
      }),
    )
  })

  test('who is refused is allowed after just the time that was named, and not a millisecond before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 15_000 }), { minLength: 1, maxLength: 40 }),
        async (limit, pauses) => {
          const limiter = create()
          let nowMs = 0
          for (const pause of pauses) {
            nowMs += pause
            const { allowed, retryAfterMs } = await limiter.spend('a', limit, nowMs)
            expect(retryAfterMs > 0).toBe(!allowed)
            if (allowed) continue
            expect((await limiter.spend('a', limit, nowMs + retryAfterMs - 1)).allowed).toBe(false)
            expect((await limiter.peek('a', limit, nowMs + retryAfterMs)).allowed).toBe(true)
            nowMs += retryAfterMs
          }
        },
      ),
    )
  })

  test('a limit that was lowered holds at once, and one that was raised gives the rest', async () => {
    const limiter = create()
    for (let spent = 0; spent < 5; spent++) await limiter.spend('a', 5, spent * 1000)
    expect(await limiter.spend('a', 2, 5000)).toMatchObject({
      allowed: false,
      limit: 2,
      remaining: 0,
      retryAfterMs: 3000 + windowMs - 5000,
    })
    expect(await limiter.spend('a', 7, 5000)).toMatchObject({ allowed: true, remaining: 1 })
  })

  test('a limit of none allows none', async () => {
    expect(await create().spend('a', 0, 0)).toMatchObject({ allowed: false, remaining: 0 })
  })

  test('requests that come at the same time get no more than the limit', async () => {
    const limiter = create()
    const budgets = await Promise.all(
      Array.from({ length: 50 }, async () => limiter.spend('a', 20, 0)),
    )
    expect(budgets.filter(({ allowed }) => allowed)).toHaveLength(20)
  })
})
