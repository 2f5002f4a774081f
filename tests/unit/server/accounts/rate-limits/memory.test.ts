import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryLimiter } from '../../../../../server/gateway/accounts/rate-limits/memory.ts'

const windowMs = 60_000

test('a clock that goes back gives nobody a new budget', async () => {
  const limiter = createMemoryLimiter()
  await limiter.spend('a', 2, 100_000)
  await limiter.spend('a', 2, 0)
  expect((await limiter.spend('a', 2, -500_000)).allowed).toBe(false)
  expect((await limiter.spend('a', 2, 100_000 + windowMs)).allowed).toBe(true)
})

test('no more subjects are remembered than it was made for, and those have their budgets', async () => {
  const limiter = createMemoryLimiter({ maxSubjects: 3 })
  for (const subject of ['a', 'b', 'c']) await limiter.spend(subject, 2, 0)
  const refused = await limiter.spend('d', 2, 1)
  expect(refused).toMatchObject({ allowed: false, limit: 2, remaining: 0 })
  expect(refused.retryAfterMs).toBeGreaterThan(0)
  expect((await limiter.peek('d', 2, 1)).allowed).toBe(false)
  expect(limiter.size()).toBe(3)
  expect(await limiter.spend('a', 2, 1)).toMatchObject({ allowed: true, remaining: 0 })
})

test('subjects that went quiet make room within two minutes', async () => {
  const limiter = createMemoryLimiter({ maxSubjects: 2 })
  await limiter.spend('a', 1, 0)
  await limiter.spend('b', 1, 59_999)
  expect((await limiter.spend('c', 1, windowMs)).allowed).toBe(false)
  expect((await limiter.spend('c', 1, 2 * windowMs)).allowed).toBe(true)
  expect(limiter.size()).toBe(1)
})

test('however small its memory, nobody gets more than the limit in any 60 seconds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(
        fc.record({
          pauseMs: fc.integer({ min: 0, max: 40_000 }),
          subject: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
        }),
        { maxLength: 150 },
      ),
      async (maxSubjects, calls) => {
        const limiter = createMemoryLimiter({ maxSubjects })
        const allowed = new Map<string, number[]>()
        let nowMs = 0
        for (const { pauseMs, subject } of calls) {
          nowMs += pauseMs
          if (!(await limiter.spend(subject, 2, nowMs)).allowed) continue
          const times = [...(allowed.get(subject) ?? []), nowMs]
          allowed.set(subject, times)
          expect(times.filter((time) => time > nowMs - windowMs).length).toBeLessThanOrEqual(2)
          expect(limiter.size()).toBeLessThanOrEqual(maxSubjects)
        }
      },
    ),
  )
})

test('a subject that asks for ever stays exact', async () => {
  const limiter = createMemoryLimiter()
  let allowed = 0
  for (let nowMs = 0; nowMs < 20 * windowMs; nowMs += 100) {
    if ((await limiter.spend('a', 100, nowMs)).allowed) allowed += 1
  }
  expect(allowed).toBe(20 * 100)
})
