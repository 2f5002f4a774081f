import { execFileSync } from 'node:child_process'
import { startLocalPostgres } from '../../cluster/start-local-postgres.ts'
import { startLocalRedis } from '../../cluster/start-local-redis.ts'
import { freePorts } from '../../cluster/free-ports.ts'
import { canPin } from '../servers.ts'

export interface SharedServers {
  /** For each gateway that shares them. */
  readonly environment: Readonly<Record<string, string>>
  readonly postgresPid: number
  readonly redisPid: number
  stop(): Promise<void>
}

/** A PostgreSQL and a Redis beside the stub and the load, on core 1. */
export async function startSharedServers(): Promise<SharedServers> {
  const [postgresPort = 0, redisPort = 0] = await freePorts(2, 28_787)
  const postgres = await startLocalPostgres(postgresPort)
  const redis = await startLocalRedis(redisPort, (line) => console.log(line))
  for (const pid of [postgres.pid, redis.pid]) {
    if (canPin) execFileSync('taskset', ['-acp', '1', String(pid)])
  }
  return {
    environment: {
      DATABASE_URL: `${postgres.address}/postgres`,
      REDIS_URL: redis.address,
      CALLER_SECRET: '5d'.repeat(32),
      SEAL_KEY: '55'.repeat(32),
    },
    postgresPid: postgres.pid,
    redisPid: redis.pid,
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()])
    },
  }
}
