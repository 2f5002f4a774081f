import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { StoreError, type StoreErrorCode } from './store.ts'

/** Longest wait for a connection, for a statement by the server's clock, and for its answer by ours. */
const connectMs = 3_000
const statementMs = 5_000
const answerMs = 6_000
/** Connections of one process at the same time. */
const mostConnections = 10

/** SQLSTATE codes after which another attempt may succeed, and of a row that exists already (PostgreSQL, appendix A). */
const codeByState: ReadonlyMap<string, StoreErrorCode> = new Map([
  ['23505', 'STORE_CONFLICT'], // unique_violation
  ['40001', 'STORE_BUSY'], // serialization_failure
  ['40P01', 'STORE_BUSY'], // deadlock_detected
  ['55P03', 'STORE_BUSY'], // lock_not_available
  ['57014', 'STORE_BUSY'], // query_canceled: it took too long
])

/** Connections that throw our errors, and are not used again once their answer did not come. */
export function guardedPool(address: string): PostgresPool {
  const pool = new Pool({
    connectionString: address,
    max: mostConnections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: answerMs,
    keepAlive: true,
    application_name: 'countersign',
  })
  // One that breaks while nobody uses it is replaced by the next who asks.
  pool.on('error', () => {})
  // One that breaks between two statements of a transaction, or while the pool ends, tells only itself: unheard, that ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  let ended: Promise<void> | null = null
  return {
    async connect() {
      try {
        return guardedClient(await pool.connect())
      } catch (error) {
        throw asStoreError(error)
      }
    },
    end() {
      ended ??= pool.end()
      return ended
    },
    options: {},
  }
}

function guardedClient(client: PoolClient): PostgresPoolClient {
  let isBroken = false
  return {
    async query(statement: unknown, values?: readonly unknown[]) {
      try {
        return await client.query(statement as string, values as unknown[])
      } catch (error) {
        isBroken ||= endsConnection(stateOf(error))
        throw asStoreError(error)
      }
    },
    release: () => client.release(isBroken),
  } as unknown as PostgresPoolClient
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
