import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { migrations } from './migrations.ts'
import { createSqlStore } from './sql-store.ts'
import { StoreError, type Store, type StoredKey } from './store.ts'
import type { Tables } from './tables.ts'

/**
 * The embedded store: one SQLite file, written through to the disk before a change is acknowledged.
 * Several processes may have it open at the same time (a gateway and the operator's commands).
 * @param path of the database file; its folder is made when missing, readable by this user alone
 * @throws {StoreError} STORE_TOO_NEW, STORE_UNREADABLE
 */
export function openSqliteStore(path: string): Store {
  const database = openDatabase(path)
  const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: wrap(database) }) })
  const store = createSqlStore(kysely)

  // On the way of every request: a statement prepared once, without the query builder.
  const findKey = database.prepare(
    'select id, plan, plan_until as planUntil, created_at as createdAt, revoked_at as revokedAt from api_key where key_digest = ?',
  )
  return {
    ...store,
    findKey: (keyDigest) =>
      Promise.resolve((findKey.get(keyDigest) as StoredKey | undefined) ?? null),
  }
}

function openDatabase(path: string): DatabaseSync {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
    const database = new DatabaseSync(path, { timeout: 10_000 })
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    migrate(database)
    return database
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    throw new StoreError(
      'STORE_UNREADABLE',
      `${path} cannot be used as a database: look at DATA_DIR, and who may write there`,
      { cause },
    )
  }
}

function migrate(database: DatabaseSync): void {
  database.exec('begin immediate')
  try {
    const { user_version: version } = database.prepare('pragma user_version').get() as {
      user_version: number
    }
    if (version > migrations.length) {
      throw new StoreError(
        'STORE_TOO_NEW',
        `the database has version ${version}, and this program knows ${migrations.length}: use the newer program`,
      )
    }
    for (const statements of migrations.slice(version)) {
      for (const statement of statements) database.exec(statement)
    }
    database.exec(`pragma user_version = ${migrations.length}`)
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

/** The part of better-sqlite3's interface that kysely's SQLite dialect calls. */
function wrap(database: DatabaseSync) {
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const statement = database.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])),
        run: (values: readonly unknown[]) => statement.run(...(values as SQLInputValue[])),
        iterate: (values: readonly unknown[]) =>
          statement.iterate(...(values as SQLInputValue[])) as IterableIterator<unknown>,
      }
    },
  }
}
