import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryLimiter } from '../../../../server/gateway/accounts/rate-limits/memory.ts'
import type { Budget } from '../../../../server/gateway/accounts/rate-limits/rate-limiter.ts'

const spend = (limiter: ReturnType<typeof createMemoryLimiter>, limit: number, atMs: number) =>
  limiter.spend('a', limit, atMs) as Budget

test('never more than the limit in any 60 seconds, and never fewer than it allows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }),
      (limit, pauses) => {
        const limiter = createMemoryLimiter()
        const allowed: number[] = []
        let now = 0
        for (const pause of pauses) {
          now += pause
          const inWindow = allowed.filter((at) => at > now - 60_000).length
          const budget = spend(limiter, limit, now)
          expect(budget.allowed).toBe(inWindow < limit)
          expect(budget.remaining).toBe(Math.max(0, limit - inWindow - (budget.allowed ? 1 : 0)))
          if (budget.allowed) {
            allowed.push(now)
          } else {
            expect(spend(limiter, limit, now + budget.retryAfterMs - 1).allowed).toBe(false)
          }
        }
      },
    ),
  )
})

test('a refused request may come back after just the time it was told', () => {
  const limiter = createMemoryLimiter()
  spend(limiter, 2, 0)
  spend(limiter, 2, 10_000)
  const { retryAfterMs, resetMs } = spend(limiter, 2, 30_000)
  expect([retryAfterMs, resetMs]).toEqual([30_000, 40_000])
  expect(spend(limiter, 2, 60_000).allowed).toBe(true)
})

test('looking spends nothing, and subjects do not share', async () => {
  const limiter = createMemoryLimiter()
  spend(limiter, 1, 0)
  expect((await limiter.peek('a', 1, 1)).remaining).toBe(0)
  expect((await limiter.peek('b', 1, 1)).remaining).toBe(1)
  expect((await limiter.spend('b', 1, 1)).allowed).toBe(true)
})

test('subjects that went quiet are forgotten', async () => {
  const limiter = createMemoryLimiter()
  for (let n = 0; n < 25_000; n++) await limiter.spend(`subject ${n}`, 1, n * 60)
  expect(limiter.size()).toBeLessThan(21_000)
})

test('a limit of none allows none', () => {
  expect(spend(createMemoryLimiter(), 0, 0)).toMatchObject({ allowed: false, remaining: 0 })
})
