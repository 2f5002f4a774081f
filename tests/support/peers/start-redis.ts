import type { LocalServer } from '../../cluster/local-server.ts'
import { startLocalRedis } from '../../cluster/start-local-redis.ts'
import { freePort } from '../free-port.ts'

/** A Redis or Valkey, empty, on a port that is free unless one is named. */
export async function startRedis(at?: number): Promise<LocalServer> {
  return startLocalRedis(at ?? (await freePort()), (line) => process.stdout.write(`${line}\n`))
}
