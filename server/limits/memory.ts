import type { Budget, RateLimiter } from './rate-limiter.ts'

const windowMs = 60_000
/** Subjects that are remembered before those that asked nothing for a minute are forgotten. */
const sweepAt = 10_000

/** Times of the requests of the last minute, oldest first; those before `start` are over. */
interface Spent {
  times: number[]
  start: number
}

/** Exact: never more than `limit` requests in any 60 seconds. */
export function createMemoryLimiter(): RateLimiter & { size(): number } {
  const bySubject = new Map<string, Spent>()
  let sweepSize = sweepAt

  function recent(subject: string, nowMs: number): Spent | null {
    const spent = bySubject.get(subject)
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

  function sweep(nowMs: number): void {
    if (bySubject.size < sweepSize) return
    for (const [subject, { times }] of bySubject) {
      if ((times.at(-1) ?? 0) <= nowMs - windowMs) bySubject.delete(subject)
    }
    sweepSize = Math.max(sweepAt, bySubject.size * 2)
  }

  return {
    spend(subject, limit, nowMs) {
      const spent = recent(subject, nowMs)
      const used = spent === null ? 0 : spent.times.length - spent.start
      if (used >= limit) return toBudget(spent, limit, nowMs)
      if (spent === null) {
        sweep(nowMs)
        bySubject.set(subject, { times: [nowMs], start: 0 })
      } else {
        spent.times.push(nowMs)
      }
      return {
        allowed: true,
        limit,
        remaining: limit - used - 1,
        resetMs: windowMs,
        retryAfterMs: 0,
      }
    },
    peek: (subject, limit, nowMs) => toBudget(recent(subject, nowMs), limit, nowMs),
    size: () => bySubject.size,
  }
}

function toBudget(spent: Spent | null, limit: number, nowMs: number): Budget {
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
