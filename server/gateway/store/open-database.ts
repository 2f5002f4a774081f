import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
import { refuseOther, schema, schemaVersion } from './schema.ts'
import { StoreError } from './store.ts'

/** How long a write waits while another process writes. */
const busyTimeoutMs = 10_000

/**
 * A database of the present version, readable by this user alone, whose commits are on the disk.
 * @throws {StoreError} STORE_TOO_NEW, STORE_UNREADABLE
 */
export function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    requireWrittenBefore(path, Date.now())
    // SQLite would make the file readable by others; its WAL files take over the mode of this one.
    closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
    database = new DatabaseSync(path, { timeout: busyTimeoutMs })
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    makeTables(database)
    return database
  } catch (cause) {
    database?.close()
    if (cause instanceof StoreError) throw cause
    const reason = cause instanceof Error ? cause.message : mismatchWords.unknownReason
    throw new StoreError('STORE_UNREADABLE', storeProblems.unusable(path, reason), { cause })
  }
}

/** Clocks of a machine that are set right step less than this. */
const clockToleranceMs = 60_000

/**
 * A clock that was set back would sign again in the time of signers that are retired.
 * @throws {StoreError} STORE_AHEAD
 */
function requireWrittenBefore(path: string, nowMs: number): void {
  const written = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false }))
  const lastMs = Math.max(0, ...written.map((file) => file?.mtimeMs ?? 0))
  if (lastMs <= nowMs + clockToleranceMs) return
  throw new StoreError(
    'STORE_AHEAD',
    storeProblems.clock(new Date(nowMs).toISOString(), path, new Date(lastMs).toISOString()),
  )
}

function makeTables(database: DatabaseSync): void {
  database.exec('begin immediate')
  try {
    const { user_version: version } = database.prepare('pragma user_version').get() as {
      user_version: number
    }
    refuseOther(version)
    if (version === 0) {
      for (const statement of schema) database.exec(statement)
      database.exec(`pragma user_version = ${schemaVersion}`)
    }
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
