import type { RateLimiter } from './rate-limiter.ts'
import type { RedisScripts } from './redis-scripts.ts'

interface RedisLimiterOptions {
  /** What stands before its subjects: one for each limiter. */
  readonly prefix: string
  /** A minute when left out. */
  readonly windowMs?: number
  /** `given` takes the caller's clock in place of the server's: for tests, whose time does not pass. */
  readonly clock?: 'server' | 'given'
}

/** Exact over all gateways that share a Redis: one round trip a request, and nothing is kept beyond its window. */
export function createRedisLimiter(
  redis: Pick<RedisScripts, 'window'>,
  { prefix, windowMs = 60_000, clock = 'server' }: RedisLimiterOptions,
): RateLimiter {
  async function ask(use: 'spend' | 'peek', subject: string, limit: number, nowMs: number) {
    const { used, newest, blocking, now } = await redis.window({
      key: `${prefix}:${subject}`,
      windowMs,
      limit,
      use,
      at: clock === 'given' ? nowMs : null,
    })
    const allowed = used < limit
    const spends = allowed && use === 'spend'
    const resetMs = newest === null ? 0 : newest + windowMs - now
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - used - (spends ? 1 : 0)),
      resetMs: spends ? windowMs : resetMs,
      retryAfterMs: allowed ? 0 : blocking === null ? windowMs : blocking + windowMs - now,
    }
  }

  return {
    answers: 'later',
    spend: (subject, limit, nowMs) => ask('spend', subject, limit, nowMs),
    peek: (subject, limit, nowMs) => ask('peek', subject, limit, nowMs),
  }
}
