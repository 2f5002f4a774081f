/** Pauses after failures that double from one to the longest; failures together count as one. */
export interface BackOff {
  isPausing(): boolean
  fail(): void
  succeed(): void
}

interface BackOffOptions {
  readonly firstMs: number
  readonly longestMs: number
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number
}

export function createBackOff({ firstMs, longestMs, monotonicMs }: BackOffOptions): BackOff {
  let failures = 0
  let downUntilMs = Number.NEGATIVE_INFINITY
  const isPausing = () => monotonicMs() < downUntilMs
  return {
    isPausing,
    fail() {
      if (isPausing()) return
      downUntilMs = monotonicMs() + Math.min(firstMs * 2 ** failures, longestMs)
      failures += 1
    },
    succeed() {
      failures = 0
      downUntilMs = Number.NEGATIVE_INFINITY
    },
  }
}
