import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import { Kysely, PostgresDialect, sql, type PostgresPool, type Transaction } from 'kysely'
import { guardedPool } from './postgres-pool.ts'
import { makeTables, isThere } from './postgres-schema.ts'
import { createSqlStore } from './sql-store.ts'
import { StoreError, type Store } from './store.ts'
import type { StoreKind } from './store-kind.ts'
import type { Tables } from './tables.ts'

/** `postgres://user:password@host:5432/database?sslmode=verify-full`, as libpq writes it. */
export const postgres: StoreKind = {
  schemes: ['postgres', 'postgresql'],
  exists: (address) => inDatabase(address, isThere),
  open: openPostgresStore,
  hold: () => () => {},
}

/**
 * A PostgreSQL database that any number of gateways share.
 * @param address may hold a password: no error repeats it
 * @throws {StoreError} STORE_TOO_NEW, STORE_UNREADABLE
 */
async function openPostgresStore(address: string): Promise<Store> {
  await inDatabase(address, makeTables)
  const pool = guardedPool(address)
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // kysely, once closed, rejects with errors of its own.
  return {
    ...createSqlStore(database, { gateways: 'many', holdTerms, tryWrite, serverTime }),
    close: () => pool.end(),
  }
}

/** What is done before the store is used. @throws {StoreError} STORE_TOO_NEW, STORE_UNREADABLE */
async function inDatabase<Result>(
  address: string,
  step: (pool: PostgresPool) => Promise<Result>,
): Promise<Result> {
  const pool = guardedPool(address)
  try {
    return await step(pool)
  } catch (cause) {
    if (cause instanceof StoreError && cause.code === 'STORE_TOO_NEW') throw cause
    throw new StoreError('STORE_UNREADABLE', storeProblems.unusablePostgres(reasonOf(cause)), {
      cause,
    })
  } finally {
    await pool.end()
  }
}

/** A statement sees what was committed when it began: whoever waits for a row would not see the term after it. */
async function holdTerms(transaction: Transaction<Tables>): Promise<void> {
  await sql`lock table signer_term in share row exclusive mode`.execute(transaction)
}

/** A standby, a database that is read alone and a full disk refuse it. */
async function tryWrite(database: Kysely<Tables>): Promise<void> {
  await sql`update schema_version set version = version`.execute(database)
}

async function serverTime(database: Kysely<Tables>): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database)
  return rows[0]?.at ?? null
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
  if (typeof code !== 'string') return 'it does not answer'
  const meaning = meanings.get(code)
  return meaning === undefined ? code : `${code}: ${meaning}`
}
