import { startLocalPostgres, type LocalPostgres } from '../../cluster/start-local-postgres.ts'
import { freePort } from '../free-port.ts'

/** A PostgreSQL, empty, on a port that is free. */
export async function startPostgres(): Promise<LocalPostgres> {
  return startLocalPostgres(await freePort())
}
