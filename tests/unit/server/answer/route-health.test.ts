import { expect, test } from 'vitest'
import type { Route } from '../../../../server/gateway/catalogue/catalogue.ts'
import { pickByWeight } from '../../../../server/gateway/answer/choice/pick-by-weight.ts'
import { createRouteHealth } from '../../../../server/gateway/answer/choice/route-health.ts'

const route = {} as Route

function start() {
  const clock = { ms: 1_000 }
  const health = createRouteHealth({
    monotonicMs: () => clock.ms,
    now: () => new Date('2026-11-22T08:00:00Z'),
  })
  return { clock, health }
}

test('pauses double to a minute, and one answer ends them', () => {
  const { clock, health } = start()
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    health.fail(route, null)
    expect(health.pauseOf(route)).toBe(seconds * 1_000)
    clock.ms += seconds * 1_000
    expect(health.pauseOf(route)).toBe(0)
  }
  health.succeed(route)
  health.fail(route, null)
  expect(health.pauseOf(route)).toBe(1_000)
})

test('failures that come together are one', () => {
  const { clock, health } = start()
  for (let failed = 0; failed < 40; failed += 1) health.fail(route, null)
  clock.ms += 1_000
  expect(health.pauseOf(route)).toBe(0)
})

test('once a pause is over one request finds out, and the others wait for it', () => {
  const { clock, health } = start()
  health.fail(route, null)
  clock.ms += 1_000
  health.probe(route)
  expect(health.pauseOf(route)).toBeGreaterThan(0)
  // It failed again: longer than before.
  health.fail(route, null)
  expect(health.pauseOf(route)).toBe(2_000)
  clock.ms += 2_000
  health.probe(route)
  health.succeed(route)
  expect(health.pauseOf(route)).toBe(0)
})

test('a probe that nobody heard of again is made again', () => {
  const { clock, health } = start()
  health.fail(route, null)
  clock.ms += 1_000
  health.probe(route)
  clock.ms += health.pauseOf(route)
  expect(health.pauseOf(route)).toBe(0)
})

test('a probe of a route that is well changes nothing', () => {
  const { health } = start()
  health.probe(route)
  expect(health.pauseOf(route)).toBe(0)
})

test('an upstream says how long it wants to be left alone, within an hour', () => {
  for (const [retryAfter, ms, isAsked] of [
    ['17', 17_000, true],
    ['Sun, 22 Nov 2026 08:00:30 GMT', 30_000, true],
    ['Sun, 22 Nov 2026 07:00:00 GMT', 1_000, false],
    ['0', 1_000, false],
    ['999999999', 3_600_000, true],
    ['soon', 1_000, false],
    ['-5', 1_000, false],
    [null, 1_000, false],
  ] as const) {
    const { health } = start()
    health.fail(route, retryAfter)
    expect(health.pauseOf(route), String(retryAfter)).toBe(ms)
    expect(health.asksToWait(route), String(retryAfter)).toBe(isAsked)
  }
})

test('what it asked for is not forgotten by a failure that came later', () => {
  const { clock, health } = start()
  health.fail(route, '30')
  health.fail(route, null)
  expect(health.pauseOf(route)).toBe(30_000)
  expect(health.asksToWait(route)).toBe(true)
  clock.ms += 30_000
  expect(health.asksToWait(route)).toBe(false)
})

/** mulberry32. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('requests spread by weight', () => {
  const random = seeded(7)
  const items = [{ weight: 1 }, { weight: 0 }, { weight: 3 }] as const
  const picked = Array.from({ length: 4_000 }, () =>
    items.indexOf(pickByWeight<(typeof items)[number]>(items, random)),
  )
  const counts = [0, 1, 2].map((index) => picked.filter((each) => each === index).length)
  expect(counts[1]).toBe(0)
  expect(counts[0]).toBeGreaterThan(900)
  expect(counts[0]).toBeLessThan(1_100)
})

test('the ends of the random number are in bounds, and of zeros the first is taken', () => {
  const items = [{ weight: 2 }, { weight: 2 }] as const
  expect(pickByWeight(items, () => 0)).toBe(items[0])
  expect(pickByWeight(items, () => 0.999_999_999)).toBe(items[1])
  const none = [{ weight: 0 }, { weight: 0 }] as const
  expect(pickByWeight(none, () => 0.9)).toBe(none[0])
})
