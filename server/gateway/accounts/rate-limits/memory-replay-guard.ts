import type { ReplayGuard } from './replay-guard.ts'

interface MemoryGuardOptions {
  /** Claims that are remembered at the same time, about 200 bytes each. */
  readonly maxClaims: number
}

/** While too many claims are remembered, every other one is refused: forgetting one would let it be used again. */
export function createMemoryReplayGuard(
  { maxClaims }: MemoryGuardOptions = { maxClaims: 500_000 },
): ReplayGuard & { size(): number } {
  const until = new Map<string, number>()
  let nextSweepMs = Number.NEGATIVE_INFINITY

  function sweep(nowMs: number): void {
    for (const [key, untilMs] of until) if (untilMs <= nowMs) until.delete(key)
  }

  return {
    claim(key, { nowMs, untilMs }) {
      if (nowMs >= nextSweepMs || until.size >= maxClaims) {
        sweep(nowMs)
        nextSweepMs = nowMs + 60_000
      }
      if (until.has(key) || until.size >= maxClaims) return false
      until.set(key, untilMs)
      return true
    },
    size: () => until.size,
  }
}
