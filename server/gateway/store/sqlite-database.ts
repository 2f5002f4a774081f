import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { SqlDatabase, SqlValue } from './sql-database.ts'
import { StoreError, type StoreErrorCode } from './store.ts'

/** SQLite's primary result codes, the low byte of the extended ones (sqlite.org/rescode.html). */
const codeByResult: ReadonlyMap<number, StoreErrorCode> = new Map([
  [5, 'STORE_BUSY'], // SQLITE_BUSY
  [6, 'STORE_BUSY'], // SQLITE_LOCKED
  [19, 'STORE_CONFLICT'], // SQLITE_CONSTRAINT
])

/** What `node:sqlite` threw, as one of ours; its own error is the cause. */
export function asStoreError(cause: unknown): StoreError {
  const { errcode } = cause as { errcode?: unknown }
  const known = typeof errcode === 'number' ? codeByResult.get(errcode & 0xff) : undefined
  return new StoreError(known ?? 'STORE_FAILED', storeProblems.refusedQuery, { cause })
}

/** The one connection to a file: whoever asks while a transaction is open waits for its end. */
export function sqliteDatabase(connection: DatabaseSync): SqlDatabase {
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = last.then(step)
    last = done.catch(() => {})
    return done
  }
  const within: SqlDatabase = {
    query: async <Row>(text: string, ...values: readonly SqlValue[]) =>
      ask(connection, text, values) as readonly Row[],
    transaction: (step) => step(within),
  }
  return {
    query: (...asked) => inTurn(() => within.query(...asked)),
    transaction: (step) =>
      inTurn(async () => {
        ask(connection, 'begin immediate')
        try {
          const result = await step(within)
          ask(connection, 'commit')
          return result
        } catch (error) {
          if (connection.isTransaction) ask(connection, 'rollback')
          throw error
        }
      }),
  }
}

function ask(connection: DatabaseSync, text: string, values: readonly SqlValue[] = []): unknown[] {
  const ordered: SqlValue[] = []
  const statement = text.replaceAll(/\$(\d+)/g, (_, number) => {
    ordered.push(values[Number(number) - 1] ?? null)
    return '?'
  })
  try {
    return connection.prepare(statement).all(...ordered)
  } catch (error) {
    throw asStoreError(error)
  }
}
