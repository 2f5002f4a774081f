import { untilEnd } from '../support/until-end.ts'
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { createMemoryMeter } from '../../server/gateway/accounts/rate-limits/memory-meter.ts'
import { partsOfWindow, type Meter } from '../../server/gateway/accounts/rate-limits/meter.ts'
import { createRedisMeter } from '../../server/gateway/accounts/rate-limits/redis-meter.ts'
import { connectRedis } from '../../server/gateway/accounts/rate-limits/redis-scripts.ts'

const windowMs = 60_000
const partMs = windowMs / partsOfWindow

/** Every meter that exists, each with nothing spent. */
const meters: readonly (readonly [string, () => Meter])[] = [
  ['in memory', () => createMemoryMeter({ windowMs })],
  [
    'in a Redis',
    () => createRedisMeter(redis, { prefix: crypto.randomUUID(), windowMs, clock: 'given' }),
  ],
]

const redis = await untilEnd(connectRedis(inject('redis')))

const steps = fc.array(
  fc.record({
    pauseMs: fc.oneof(
      fc.constantFrom(0, 1, partMs - 1, partMs, windowMs - 1, windowMs, windowMs + partMs),
      fc.integer({ min: 0, max: 20_000 }),
    ),
    subject: fc.constantFrom('a', 'b'),
    limit: fc.constantFrom(0, 1, 5, 50),
    amount: fc.constantFrom(0, 1, 2, 30),
    call: fc.constantFrom('take' as const, 'add' as const, 'peek' as const),
  }),
  { maxLength: 60 },
)

/** When an amount counts no more: with the part of the window in which it was spent. */
const endOf = (atMs: number) => (Math.floor(atMs / partMs) + 1) * partMs + windowMs

describe.each(meters)('%s', (_name, create) => {
  test('it is allowed exactly while less than the limit counts, and an amount counts for a window', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const meter = create()
        const spent: Record<string, { atMs: number; amount: number }[]> = { a: [], b: [] }
        let nowMs = 1_000_000
        for (const { pauseMs, subject, limit, amount, call } of all) {
          nowMs += pauseMs
          const list = spent[subject] ?? []
          const used = () =>
            list
              .filter(({ atMs }) => endOf(atMs) > nowMs)
              .reduce((sum, each) => sum + each.amount, 0)
          const before = used()
          const allowed = before < limit
          if (call === 'add') await meter.add(subject, amount, nowMs)
          const adds = call === 'add' || (call === 'take' && allowed)
          if (adds) list.push({ atMs: nowMs, amount })
          if (call === 'add') continue
          const budget =
            call === 'take'
              ? await meter.take(subject, { amount, limit }, nowMs)
              : await meter.peek(subject, limit, nowMs)
          expect(budget).toMatchObject({
            allowed,
            limit,
            remaining: Math.max(0, limit - used()),
          })
          expect(budget.retryAfterMs > 0).toBe(!allowed)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('who is refused is allowed after just the time that was named, and not a millisecond before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.array(
          fc.record({
            pauseMs: fc.integer({ min: 0, max: 15_000 }),
            amount: fc.integer({ min: 1, max: 30 }),
          }),
          { minLength: 1, maxLength: 20 },
        ),
        async (limit, all) => {
          const meter = create()
          let nowMs = 5_000_000
          for (const { pauseMs, amount } of all) {
            nowMs += pauseMs
            await meter.add('a', amount, nowMs)
          }
          const { allowed, retryAfterMs } = await meter.peek('a', limit, nowMs)
          if (allowed) return
          expect((await meter.peek('a', limit, nowMs + retryAfterMs - 1)).allowed).toBe(false)
          expect((await meter.peek('a', limit, nowMs + retryAfterMs)).allowed).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('of those that take at the same time as many as the limit says may', async () => {
    const meter = create()
    const budgets = await Promise.all(
      Array.from({ length: 50 }, async () => meter.take('a', { amount: 1, limit: 20 }, 1_000)),
    )
    expect(budgets.filter(({ allowed }) => allowed)).toHaveLength(20)
    expect((await meter.peek('a', 20, 1_000)).remaining).toBe(0)
  })

  test('a clock that is set back gives nobody more', async () => {
    const meter = create()
    await meter.add('a', 5, 600_000)
    expect(await meter.peek('a', 5, 400_000)).toMatchObject({ allowed: false })
    await meter.add('a', 5, 400_000)
    expect(await meter.peek('a', 10, 600_000)).toMatchObject({ allowed: false })
  })

  test('large amounts are counted exactly', async () => {
    const meter = create()
    await meter.add('a', 1_000_000_000, 0)
    await meter.add('a', 999_999_999, 1)
    expect(await meter.peek('a', 3_000_000_000, 1)).toMatchObject({ remaining: 1_000_000_001 })
  })
})

test('in memory, who spent nothing for two windows is forgotten', async () => {
  const meter = createMemoryMeter({ windowMs })
  for (let each = 0; each < 1_000; each += 1) await meter.add(`s${each}`, 1, 0)
  expect(meter.size()).toBe(1_000)
  await meter.add('other', 1, 3 * windowMs)
  expect(meter.size()).toBe(1)
})
