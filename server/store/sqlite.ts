import { existsSync } from 'node:fs'
import { Kysely, SqliteDialect } from 'kysely'
import { asStoreError, wrapDatabase } from './kysely-database.ts'
import { openDatabase } from './open-database.ts'
import { createSqlStore } from './sql-store.ts'
import type { Store, StoredKey } from './store.ts'
import type { StoreKind } from './store-kind.ts'
import type { Tables } from './tables.ts'

/** `sqlite:` and the path of a file. */
export const sqlite: StoreKind = {
  schemes: ['sqlite'],
  exists: async (address) => existsSync(pathOf(address)),
  open: async (address) => openSqliteStore(pathOf(address)),
}

function pathOf(address: string): string {
  return address.slice('sqlite:'.length)
}

/**
 * The embedded store: one SQLite file, written through to the disk before a change is acknowledged.
 * Several processes may have it open at the same time (a gateway and the operator's commands).
 * @param path of the database file; its folder is made when missing, readable by this user alone
 * @throws {StoreError} STORE_TOO_NEW, STORE_UNREADABLE
 */
export function openSqliteStore(path: string): Store {
  const database = openDatabase(path)
  const dialect = new SqliteDialect({ database: wrapDatabase(database) })
  const store = createSqlStore(new Kysely<Tables>({ dialect }), {
    // Its first write makes a transaction the only one that writes.
    holdTerms: () => Promise.resolve(),
  })

  // On the way of every request: a statement prepared once, without the query builder.
  const findKey = database.prepare(
    'select id, plan, plan_until as planUntil, created_at as createdAt, revoked_at as revokedAt, used_on as usedOn from api_key where key_digest = ?',
  )
  return {
    ...store,
    async findKey(keyDigest) {
      try {
        return (findKey.get(keyDigest) as StoredKey | undefined) ?? null
      } catch (error) {
        throw asStoreError(error)
      }
    },
    // kysely would close only what it has used, and then reject with errors of its own.
    async close() {
      if (database.isOpen) database.close()
    },
  }
}
