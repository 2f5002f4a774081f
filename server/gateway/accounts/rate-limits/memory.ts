import type { Budget, RateLimiter } from './rate-limiter.ts'

/** Times of the requests of the last window, oldest first; those before `start` are over. */
interface Spent {
  times: number[]
  start: number
}

interface MemoryLimiterOptions {
  /** Subjects that are remembered at the same time, about 300 bytes each. */
  readonly maxSubjects: number
  /** A minute when left out. */
  readonly windowMs?: number
}

/**
 * Exact: never more than `limit` requests in any window. While `maxSubjects` have asked lately,
 * one that is not among them is refused: forgetting another would give that one a new budget.
 */
export function createMemoryLimiter(
  { maxSubjects, windowMs = 60_000 }: MemoryLimiterOptions = { maxSubjects: 200_000 },
): RateLimiter & { size(): number } {
  // Every window `young` becomes `old`, and what was `old` has not spent for a window.
  let young = new Map<string, Spent>()
  let old = new Map<string, Spent>()
  let youngSinceMs = Number.NEGATIVE_INFINITY

  function turnOver(nowMs: number): void {
    const ageMs = nowMs - youngSinceMs
    if (ageMs < windowMs) return
    old = ageMs >= 2 * windowMs ? new Map() : young
    young = new Map()
    youngSinceMs = nowMs
  }

  function recent(subject: string, nowMs: number): Spent | null {
    const spent = young.get(subject) ?? old.get(subject)
    if (!spent) return null
    const over = nowMs - windowMs
    while (spent.start < spent.times.length && (spent.times[spent.start] ?? 0) <= over) {
      spent.start += 1
    }
    if (spent.start > 64 && spent.start * 2 > spent.times.length) {
      spent.times = spent.times.slice(spent.start)
      spent.start = 0
    }
    return spent
  }

  const size = () => young.size + old.size

  function toBudget(spent: Spent | null, limit: number, nowMs: number): Budget {
    if (spent !== null || size() < maxSubjects) return budgetOf(spent, limit, { nowMs, windowMs })
    const retryAfterMs = youngSinceMs + windowMs - nowMs
    return { allowed: false, limit, remaining: 0, resetMs: retryAfterMs, retryAfterMs }
  }

  return {
    answers: 'at once',
    spend(subject, limit, nowMs) {
      turnOver(nowMs)
      const known = recent(subject, nowMs)
      const budget = toBudget(known, limit, nowMs)
      if (!budget.allowed) return budget
      known?.times.push(nowMs)
      old.delete(subject)
      young.set(subject, known ?? { times: [nowMs], start: 0 })
      return { ...budget, remaining: budget.remaining - 1, resetMs: windowMs }
    },
    peek(subject, limit, nowMs) {
      turnOver(nowMs)
      return toBudget(recent(subject, nowMs), limit, nowMs)
    },
    size,
  }
}

interface Window {
  readonly nowMs: number
  readonly windowMs: number
}

function budgetOf(spent: Spent | null, limit: number, { nowMs, windowMs }: Window): Budget {
  const used = spent === null ? 0 : spent.times.length - spent.start
  const newest = used === 0 ? undefined : spent?.times.at(-1)
  const resetMs = newest === undefined ? 0 : newest + windowMs - nowMs
  if (used < limit) {
    return { allowed: true, limit, remaining: limit - used, resetMs, retryAfterMs: 0 }
  }
  // The request after which fewer than `limit` are left in the window.
  const blocking = limit === 0 ? undefined : spent?.times[spent.times.length - limit]
  const retryAfterMs = blocking === undefined ? windowMs : blocking + windowMs - nowMs
  return { allowed: false, limit, remaining: 0, resetMs, retryAfterMs }
}
