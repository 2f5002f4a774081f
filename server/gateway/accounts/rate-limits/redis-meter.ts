import { budgetOfParts, type Meter } from './meter.ts'
import type { RedisScripts } from './redis-scripts.ts'

interface RedisMeterOptions {
  /** What stands before its subjects: one for each meter. */
  readonly prefix: string
  readonly windowMs: number
  /** `given` takes the caller's clock in place of the server's: for tests, whose time does not pass. */
  readonly clock?: 'server' | 'given'
}

/** Counts for all gateways that share a Redis: one round trip, and nothing is kept beyond the window. */
export function createRedisMeter(
  redis: Pick<RedisScripts, 'meter'>,
  { prefix, windowMs, clock = 'server' }: RedisMeterOptions,
): Meter {
  function ask(
    use: 'take' | 'add' | 'peek',
    subject: string,
    {
      amount,
      limit,
      nowMs,
    }: { readonly amount: number; readonly limit: number; readonly nowMs: number },
  ) {
    const at = clock === 'given' ? nowMs : null
    return redis.meter({ key: `${prefix}:${subject}`, windowMs, limit, amount, use, at })
  }

  return {
    async take(subject, { amount, limit }, nowMs) {
      const { parts, now, taken } = await ask('take', subject, { amount, limit, nowMs })
      const budget = budgetOfParts(parts, limit, { nowMs: now, windowMs })
      return taken ? { ...budget, allowed: true, retryAfterMs: 0 } : budget
    },
    async add(subject, amount, nowMs) {
      await ask('add', subject, { amount, limit: 0, nowMs })
    },
    async peek(subject, limit, nowMs) {
      const { parts, now } = await ask('peek', subject, { amount: 0, limit, nowMs })
      return budgetOfParts(parts, limit, { nowMs: now, windowMs })
    },
  }
}
