import type { TestProject } from 'vitest/node'
import { startPostgres } from '../support/peers/start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server that runs for the tests alone, without a database. */
    readonly postgres: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide('postgres', server.address)
  return () => server.stop()
}
