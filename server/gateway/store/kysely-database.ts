import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
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

/** The part of better-sqlite3's interface that kysely's SQLite dialect calls. */
export function wrapDatabase(database: DatabaseSync) {
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const statement = guarded(() => database.prepare(sql))
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) =>
          guarded(() => statement.all(...(values as SQLInputValue[]))),
        run: (values: readonly unknown[]) =>
          guarded(() => statement.run(...(values as SQLInputValue[]))),
        iterate: (values: readonly unknown[]) =>
          statement.iterate(...(values as SQLInputValue[])) as IterableIterator<unknown>,
      }
    },
  }
}

function guarded<Result>(query: () => Result): Result {
  try {
    return query()
  } catch (error) {
    throw asStoreError(error)
  }
}
