import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { asStoreError, sqliteDatabase } from './sqlite-database.ts'
import { holdAlone } from './hold-alone.ts'
import { openDatabase } from './open-database.ts'
import { createSqlStore, keyColumns } from './sql-store.ts'
import type { Store, StoredKey } from './store.ts'
import type { StoreKind } from './store-kind.ts'
import type { DatabaseSync } from 'node:sqlite'

/** `sqlite:` and the path of a file. */
export const sqlite: StoreKind = {
  schemes: ['sqlite'],
  exists: async (address) => existsSync(pathOf(address)),
  open: async (address) => openSqliteStore(pathOf(address)),
  hold: (address) => holdAlone(pathOf(address)),
}

function pathOf(address: string): string {
  return address.slice('sqlite:'.length)
}

/** Room that is to be left on the disk: the log of a database that is full grows first. */
const leastFreeBytes = 1024 * 1024

/** @throws {StoreError} STORE_FAILED, with the cause */
function tryWrite(database: DatabaseSync, path: string): void {
  try {
    const { user_version } = database.prepare('pragma user_version').get() as {
      user_version: number
    }
    database.exec(`pragma user_version = ${user_version}`)
    const { bavail, bsize } = statfsSync(dirname(path))
    if (bavail * bsize < leastFreeBytes) {
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    }
  } catch (error) {
    throw asStoreError(error)
  }
}

/**
 * The embedded store: one SQLite file, written through to the disk before a change is acknowledged.
 * Several processes may have it open at the same time (a gateway and the operator's commands).
 * @param path of the database file; its folder is made when missing, readable by this user alone
 * @throws {StoreError} STORE_TOO_NEW, STORE_UNREADABLE
 */
export function openSqliteStore(path: string): Store {
  const database = openDatabase(path)
  // Every request needs this statement, so it is prepared once.
  const findKey = database.prepare(`select ${keyColumns} from api_key where key_digest = ?`)
  return {
    // A transaction is the only one that writes.
    ...createSqlStore(sqliteDatabase(database), { holdTerms: async () => {} }),
    gateways: 'one',
    ping: async () => tryWrite(database, path),
    serverTime: async () => null,
    async findKey(keyDigest) {
      try {
        return (findKey.get(keyDigest) as StoredKey | undefined) ?? null
      } catch (error) {
        throw asStoreError(error)
      }
    },
    async close() {
      if (database.isOpen) database.close()
    },
  }
}
