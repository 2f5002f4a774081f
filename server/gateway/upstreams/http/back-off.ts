const firstMs = 1_000
const longestMs = 60_000

/** Pauses after failures that double from a second to a minute; failures together count as one. */
export interface BackOff {
  /** Until when it pauses, by the clock that it was given. */
  readonly untilMs: number
  /** Since it was well. */
  readonly failures: number
  fail(): void
  succeed(): void
}

/** @param monotonicMs milliseconds of a clock that never goes back */
export function createBackOff(monotonicMs: () => number): BackOff {
  const backOff = {
    untilMs: Number.NEGATIVE_INFINITY,
    failures: 0,
    fail() {
      const nowMs = monotonicMs()
      if (nowMs < backOff.untilMs) return
      backOff.untilMs = nowMs + Math.min(firstMs * 2 ** backOff.failures, longestMs)
      backOff.failures += 1
    },
    succeed() {
      backOff.failures = 0
      backOff.untilMs = Number.NEGATIVE_INFINITY
    },
  }
  return backOff
}
