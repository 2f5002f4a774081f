import type { Availability } from '../../common/upstream.ts'

/** Pauses after failures that double from a second to a minute; failures together count as one. */
export interface BackOff {
  readonly availability: () => Extract<Availability, { available: true } | { kind: 'backing-off' }>
  fail(): void
  succeed(): void
}

const firstMs = 1_000
const longestMs = 60_000

/** @param monotonicMs milliseconds of a clock that never goes back */
export function createBackOff(monotonicMs: () => number): BackOff {
  let untilMs = Number.NEGATIVE_INFINITY
  let failures = 0
  const isPausing = () => monotonicMs() < untilMs
  return {
    availability: () =>
      isPausing() ? { available: false, kind: 'backing-off' } : { available: true },
    fail() {
      if (isPausing()) return
      untilMs = monotonicMs() + Math.min(firstMs * 2 ** failures, longestMs)
      failures += 1
    },
    succeed() {
      failures = 0
      untilMs = Number.NEGATIVE_INFINITY
    },
  }
}
