import { createMemoryLimiter } from './memory.ts'
import { createMemoryMeter } from './memory-meter.ts'
import { createMemoryReplayGuard } from './memory-replay-guard.ts'
import type { Meter } from './meter.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { createRedisLimiter } from './redis-limiter.ts'
import { createRedisMeter } from './redis-meter.ts'
import { createRedisReplayGuard } from './redis-replay-guard.ts'
import { connectRedis } from './redis-scripts.ts'
import type { ReplayGuard } from './replay-guard.ts'

export interface RateLimits {
  readonly ofMinute: RateLimiter
  readonly ofDay: RateLimiter
  readonly meters: {
    readonly requestsOfDay: Meter
    readonly tokensOfMinute: Meter
    readonly tokensOfDay: Meter
  }
  readonly replayGuard: ReplayGuard
  /** Rejects while nothing can be counted. */
  ping(): Promise<void>
  close(): void
}

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * @param shared null for a gateway that counts alone
 * @throws {ConfigError} REDIS_URL
 */
export async function openRateLimits(
  shared: { readonly redisUrl: string } | null,
): Promise<RateLimits> {
  if (shared === null) {
    return {
      ofMinute: createMemoryLimiter(),
      ofDay: createMemoryLimiter({ maxSubjects: 200_000, windowMs: dayMs }),
      meters: {
        requestsOfDay: createMemoryMeter({ windowMs: dayMs }),
        tokensOfMinute: createMemoryMeter({ windowMs: minuteMs }),
        tokensOfDay: createMemoryMeter({ windowMs: dayMs }),
      },
      replayGuard: createMemoryReplayGuard(),
      ping: () => Promise.resolve(),
      close() {},
    }
  }
  const redis = await connectRedis(shared.redisUrl)
  const meter = (name: string, windowMs: number) =>
    createRedisMeter(redis, { prefix: `countersign:${name}`, windowMs })
  return {
    ofMinute: createRedisLimiter(redis, { prefix: 'countersign:minute' }),
    ofDay: createRedisLimiter(redis, { prefix: 'countersign:day', windowMs: dayMs }),
    meters: {
      requestsOfDay: meter('requests-of-day', dayMs),
      tokensOfMinute: meter('tokens-of-minute', minuteMs),
      tokensOfDay: meter('tokens-of-day', dayMs),
    },
    replayGuard: createRedisReplayGuard(redis),
    ping: () => redis.ping(),
    close: () => redis.close(),
  }
}
