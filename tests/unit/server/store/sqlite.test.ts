import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { createAccounts, secretDigest } from '../../../../server/gateway/accounts/accounts.ts'
import { createPlans } from '../../../../server/gateway/config/plans.ts'
import { newVoucherCode } from '../../../../server/gateway/common/secrets.ts'
import { holdAlone } from '../../../../server/gateway/store/hold-alone.ts'
import { openDatabase } from '../../../../server/gateway/store/open-database.ts'
import { schemaVersion } from '../../../../server/gateway/store/schema.ts'
import { openSqliteStore } from '../../../../server/gateway/store/sqlite.ts'
import { sqliteDatabase } from '../../../../server/gateway/store/sqlite-database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const newPath = () => join(temporaryFolder(), 'data', 'countersign.db')
const key = (id: string) => ({
  id,
  plan: 'free',
  planUntil: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  revokedAt: null,
  usedOn: '2026-01-01',
})
const modeOf = (path: string) => statSync(path).mode & 0o777
const storeError = (code: string) =>
  expect.objectContaining({ name: 'StoreError', code }) as unknown as Error

test('the folder, the database and the files beside it are for this user alone', async () => {
  const path = newPath()
  const store = openSqliteStore(path)
  await store.createKey(key('a'), 'digest')
  const folder = join(path, '..')
  expect(modeOf(folder)).toBe(0o700)
  const files = readdirSync(folder).toSorted()
  expect(files).toEqual(['countersign.db', 'countersign.db-shm', 'countersign.db-wal'])
  for (const file of files) expect([file, modeOf(join(folder, file))]).toEqual([file, 0o600])
  await store.close()
})

test('a database that others could read is closed to them', async () => {
  const path = newPath()
  mkdirSync(join(path, '..'))
  writeFileSync(path, '', { mode: 0o644 })
  await openSqliteStore(path).close()
  expect(modeOf(path)).toBe(0o600)
})

test('a commit goes to a log, and is synced before it is acknowledged', () => {
  const database = openDatabase(newPath())
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 }) // FULL
  expect(database.prepare('pragma busy_timeout').get()).toEqual({ timeout: 10_000 })
  database.close()
})

test('a database of another program is refused, and left as it is', () => {
  const path = newPath()
  void openSqliteStore(path).close()
  const database = new DatabaseSync(path)
  database.exec(`pragma user_version = ${schemaVersion + 1}`)
  expect(() => openSqliteStore(path)).toThrow(storeError('STORE_TOO_NEW'))
  expect(() => openSqliteStore(path)).toThrow(/Use the program that made the database/)
  expect(database.prepare('pragma user_version').get()).toEqual({
    user_version: schemaVersion + 1,
  })
  database.close()
})

test('a database that was written in what is the future to this machine is refused by name', async () => {
  const path = newPath()
  await openSqliteStore(path).close()
  const ahead = (ms: number) => new Date(Date.now() + ms)
  utimesSync(path, ahead(30_000), ahead(30_000))
  await openSqliteStore(path).close()
  utimesSync(path, ahead(86_400_000), ahead(86_400_000))
  expect(() => openSqliteStore(path)).toThrow(storeError('STORE_AHEAD'))
  expect(() => openSqliteStore(path)).toThrow(/the clock of this machine says .*\. Set the clock/)
})

test('a database is held by one at a time, and let go', async () => {
  const path = newPath()
  const store = openSqliteStore(path)
  const letGo = holdAlone(path)
  expect(() => holdAlone(path)).toThrow(storeError('STORE_IN_USE'))
  letGo()
  holdAlone(path)()
  await store.close()
})

test('a file that is no database, and a folder that is a file, are named in the error', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'text.db')
  writeFileSync(path, 'this is not a database, whatever it is called; '.repeat(100))
  for (const wrong of [path, join(path, 'countersign.db'), folder]) {
    expect(() => openSqliteStore(wrong)).toThrow(storeError('STORE_UNREADABLE'))
    expect(() => openSqliteStore(wrong)).toThrow(wrong)
  }
})

test('two terms cannot be open, whoever writes them', () => {
  const path = newPath()
  void openSqliteStore(path).close()
  const database = new DatabaseSync(path)
  database.exec(`insert into signer_term values ('0xa', '2026', null, null)`)
  database.exec(`insert into signer_term values ('0xold', '2025', '2026', null)`)
  database.exec(`insert into signer_term values ('0xolder', '2024', '2025', null)`)
  expect(() => database.exec(`insert into signer_term values ('0xb', '2027', null, null)`)).toThrow(
    /UNIQUE/,
  )
  database.close()
})

test('a database that another process holds for too long is busy', async () => {
  const path = newPath()
  void openSqliteStore(path).close()
  const holder = new DatabaseSync(path)
  holder.exec('begin immediate')
  const database = new DatabaseSync(path, { timeout: 0 })
  const { query } = sqliteDatabase(database)
  const insert = () =>
    query('insert into signer_term values ($1, $2, $3, null)', '0xa', '2026', null)
  await expect(insert()).rejects.toThrow(storeError('STORE_BUSY'))
  holder.exec('rollback')
  await insert()
  database.close()
  holder.close()
})

test('processes that open a new database at the same time all get it', async () => {
  const path = newPath()
  const open = `import { openSqliteStore } from '${join(process.cwd(), 'server/gateway/store/sqlite.ts')}'
    const store = openSqliteStore(process.argv[1])
    await store.ping()
    process.stdout.write('open')`
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', open, path]),
    ),
  )
  expect(outcomes.map(({ stdout }) => stdout)).toEqual(Array(4).fill('open'))
})

test('no key and no code is in the bytes of the database, nor in an error of it', async () => {
  const path = newPath()
  const store = openSqliteStore(path)
  const now = () => new Date()
  const accounts = createAccounts({
    store,
    plans: createPlans(),
    randomBytes,
    now,
    nowMs: () => 0,
    unusedKeyDays: 90,
  })
  const code = newVoucherCode(randomBytes)
  const voucher = { id: 'vou_a', plan: 'paid', days: 1, createdAt: '2026', redeemedAt: null }
  await store.createVoucher(voucher, secretDigest(code))
  const { key: first, account } = await accounts.createKey()
  const second = await accounts.rotate(account.id)
  expect((await accounts.redeem(account.id, code)).outcome).toBe('redeemed')
  const clash = await store.createKey(key('b'), secretDigest(second)).catch((error: Error) => error)
  expect(clash).toBeInstanceOf(Error)
  const said = `${String(clash)} ${String((clash as Error).cause)} ${(clash as Error).stack}`

  const folder = join(path, '..')
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'))
  expect(files.join('')).toContain(secretDigest(second))
  for (const secret of [first, second, code]) {
    for (const place of [...files, said]) {
      expect(place.includes(secret)).toBe(false)
      // Not its random part either, without prefix or separators.
      expect(place.includes(secret.replace(/^sk-csn-|^CSNV-/, ''))).toBe(false)
    }
  }
  expect(said).not.toContain(secretDigest(second))
  await store.close()
})
