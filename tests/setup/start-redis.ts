import type { TestProject } from 'vitest/node'
import { startRedis } from '../support/peers/start-redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a Redis or Valkey that runs for the tests alone. */
    readonly redis: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startRedis()
  project.provide('redis', server.address)
  return () => server.stop()
}
