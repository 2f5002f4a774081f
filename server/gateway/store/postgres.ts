import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import { Pool } from 'pg'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
import { postgresDatabase } from './postgres-database.ts'
import { hasTables, makeTables } from './postgres-schema.ts'
import { createSqlStore } from './sql-store.ts'
import type { SqlDatabase } from './sql-database.ts'
import { StoreError, type Store } from './store.ts'
import type { StoreKind } from './store-kind.ts'

/** `postgres://user:password@host:5432/database?sslmode=verify-full`, as libpq writes it. */
export const postgres: StoreKind = {
  schemes: ['postgres', 'postgresql'],
  async exists(address) {
    const pool = openPool(address)
    try {
      return await usable(hasTables(postgresDatabase(pool)))
    } finally {
      await pool.end()
    }
  },
  open: openPostgresStore,
  hold: () => () => {},
}

/**
 * A PostgreSQL database that any number of gateways share.
 * @param address may hold a password: no error repeats it
 * @throws {StoreError} STORE_TOO_NEW, STORE_UNREADABLE
 */
async function openPostgresStore(address: string): Promise<Store> {
  const pool = openPool(address)
  const database = postgresDatabase(pool)
  let ended: Promise<void> | null = null
  async function close(): Promise<void> {
    ended ??= pool.end()
    await ended
  }
  await usable(makeTables(database)).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    ...createSqlStore(database, { holdTerms }),
    gateways: 'many',
    // A standby, a database that is read alone and a full disk refuse it.
    async ping() {
      await database.query('update schema_version set version = version')
    },
    async serverTime() {
      const [row] = await database.query<{ at: Date }>('select clock_timestamp() as at')
      return row?.at ?? null
    },
    close,
  }
}

/** Longest wait for a connection, for a statement by the server's clock, and for its answer by ours. */
const connectMs = 3_000
const statementMs = 5_000
const answerMs = 6_000
/** Connections of one process at the same time. */
const mostConnections = 10

export function openPool(address: string): Pool {
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
  return pool
}

/** What is done before the store is used. @throws {StoreError} STORE_TOO_NEW, STORE_UNREADABLE */
async function usable<Result>(step: Promise<Result>): Promise<Result> {
  try {
    return await step
  } catch (cause) {
    if (cause instanceof StoreError && cause.code === 'STORE_TOO_NEW') throw cause
    throw new StoreError('STORE_UNREADABLE', storeProblems.unusablePostgres(reasonOf(cause)), {
      cause,
    })
  }
}

/** A statement sees what was committed when it began: whoever waits for a row would not see the term after it. */
async function holdTerms({ query }: SqlDatabase): Promise<void> {
  await query('lock table signer_term in share row exclusive mode')
}

/** What is meant by codes of the server (PostgreSQL, appendix A) that an operator can do something about. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['28000', storeProblems.roleRefused],
  ['28P01', storeProblems.wrongPassword],
  ['3D000', storeProblems.noDatabase],
  ['42501', storeProblems.noRights],
  ['53300', storeProblems.noConnections],
])

/** What the server or the network said, in its code: a message may repeat the address. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  const code = cause?.code
  if (typeof code !== 'string') return mismatchWords.noAnswer
  const meaning = meanings.get(code)
  return meaning === undefined ? code : `${code}: ${meaning}`
}
