import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openSqliteStore } from '../../../server/gateway/store/sqlite.ts'
import { temporaryFolder } from '../temporary-folder.ts'

// Addresses of these keys, from any Ethereum tool.
export const ones = {
  key: '11'.repeat(32),
  address: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
}
export const twos = {
  key: '22'.repeat(32),
  address: '0x1563915e194d8cfba1943570603f7606a3115508',
}

/** What a gateway's signer needs: a disk, a store and a clock of its own. */
export function signerDeps(folder = temporaryFolder()) {
  const dataDir = join(folder, 'data')
  const clock = { ms: Date.parse('2026-11-20T09:00:00.000Z') }
  const store = openSqliteStore(join(dataDir, 'countersign.db'))
  const now = () => new Date(clock.ms)
  return { dataDir, clock, now, store, deps: { store, dataDir, variables: {}, randomBytes, now } }
}
