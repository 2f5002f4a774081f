import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from './store.ts'

/**
 * Keeps the embedded store for one gateway, until it is let go or the process ends, however it ends: the lock is the
 * operating system's. The operator's commands do not take it.
 * @returns lets it go
 * @throws {StoreError} STORE_IN_USE
 */
export function holdAlone(path: string): () => void {
  const lockPath = `${path}.lock`
  closeSync(openSync(lockPath, 'a', 0o600))
  const lock = new DatabaseSync(lockPath, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    throw new StoreError('STORE_IN_USE', storeProblems.held(path), { cause })
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}
