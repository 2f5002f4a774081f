import { createHash } from 'node:crypto'
import type { RedisScripts } from './redis-scripts.ts'
import type { ReplayGuard } from './replay-guard.ts'

interface RedisGuardOptions {
  /** `given` takes the caller's clock in place of the server's: for tests, whose time does not pass. */
  readonly clock?: 'server' | 'given'
}

/** A key is claimed once for all gateways that share a Redis. Its digest is kept until its time is over. */
export function createRedisReplayGuard(
  redis: Pick<RedisScripts, 'claim'>,
  { clock = 'server' }: RedisGuardOptions = {},
): ReplayGuard {
  return {
    claim(key, { nowMs, untilMs }) {
      const digest = createHash('sha256').update(key).digest('base64url')
      const milliseconds = Math.ceil(untilMs - nowMs)
      return redis.claim(
        `countersign:claim:${digest}`,
        milliseconds,
        clock === 'given' ? nowMs : null,
      )
    },
  }
}
