import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import type { Pool, PoolClient } from 'pg'
import type { SqlDatabase, SqlValue } from './sql-database.ts'
import { StoreError, type StoreErrorCode } from './store.ts'

/** SQLSTATE codes after which another attempt may succeed, and of a row that exists already (PostgreSQL, appendix A). */
const codeByState: ReadonlyMap<string, StoreErrorCode> = new Map([
  ['23505', 'STORE_CONFLICT'], // unique_violation
  ['40001', 'STORE_BUSY'], // serialization_failure
  ['40P01', 'STORE_BUSY'], // deadlock_detected
  ['55P03', 'STORE_BUSY'], // lock_not_available
  ['57014', 'STORE_BUSY'], // query_canceled: it took too long
])

/** Connections that throw our errors, and are not used again once their answer did not come. */
export function postgresDatabase(pool: Pool): SqlDatabase {
  async function withClient<Result>(step: (database: SqlDatabase) => Promise<Result>) {
    const client = await pool.connect().catch((error: unknown) => {
      throw asStoreError(error)
    })
    const { database, isBroken } = guarded(client)
    try {
      return await step(database)
    } finally {
      client.release(isBroken())
    }
  }
  return {
    query: (...asked) => withClient((database) => database.query(...asked)),
    transaction: (step) =>
      withClient(async (database) => {
        await database.query('begin')
        try {
          const result = await step(database)
          await database.query('commit')
          return result
        } catch (error) {
          await database.query('rollback').catch(() => {})
          throw error
        }
      }),
  }
}

function guarded(client: PoolClient) {
  let isBroken = false
  const database: SqlDatabase = {
    async query<Row>(text: string, ...values: readonly SqlValue[]) {
      try {
        return (await client.query(text, [...values])).rows as readonly Row[]
      } catch (error) {
        isBroken ||= endsConnection(stateOf(error))
        throw asStoreError(error)
      }
    },
    transaction: (step) => step(database),
  }
  return { database, isBroken: () => isBroken }
}

/** No answer at all, or one that a server gives as it ends: classes 08 and 57P (PostgreSQL, appendix A). */
function endsConnection(state: string | null): boolean {
  return state === null || state.startsWith('08') || state.startsWith('57P')
}

function asStoreError(cause: unknown): StoreError {
  const code = codeByState.get(stateOf(cause) ?? '') ?? 'STORE_FAILED'
  return new StoreError(code, storeProblems.refusedQuery, { cause })
}

/** The server's own code for it; null where it was not the server that refused. */
function stateOf(error: unknown): string | null {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}
