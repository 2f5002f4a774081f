import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../../../../server/store/sqlite.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const newPath = () => join(temporaryFolder(), 'data', 'countersign.db')
const modeOf = (path: string) => statSync(path).mode & 0o777

test('the folder, the database and the files beside it are for this user alone', async () => {
  const path = newPath()
  const store = openSqliteStore(path)
  await store.createVoucher(
    { id: 'v', plan: 'paid', days: null, createdAt: '2026', redeemedAt: null },
    'digest',
  )
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

test('a file that is no database, and a folder that is a file, are named in the error', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'text.db')
  writeFileSync(path, 'this is not a database, whatever it is called; '.repeat(100))
  for (const wrong of [path, join(path, 'countersign.db'), folder]) {
    expect(() => openSqliteStore(wrong)).toThrow(
      expect.objectContaining({
        code: 'STORE_UNREADABLE',
        message: expect.stringContaining(wrong) as string,
      }) as Error,
    )
  }
})

test('two terms of signers cannot be open, whoever writes them', async () => {
  const path = newPath()
  await openSqliteStore(path).close()
  const database = new DatabaseSync(path)
  database.exec(`insert into signer_term values ('0xa', '2026', null)`)
  database.exec(`insert into signer_term values ('0xold', '2025', '2026')`)
  database.exec(`insert into signer_term values ('0xolder', '2024', '2025')`)
  expect(() => database.exec(`insert into signer_term values ('0xb', '2027', null)`)).toThrow(
    /UNIQUE/,
  )
  database.close()
})

test('processes that open a new database at the same time all get it', async () => {
  const path = newPath()
  const open = `import { openSqliteStore } from '${join(import.meta.dirname, '../../../../server/store/sqlite.ts')}'
    const store = openSqliteStore(process.argv[1])
    await store.ping()
    process.stdout.write('open')`
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '--eval', open, path]),
    ),
  )
  expect(outcomes.map(({ stdout }) => stdout)).toEqual(Array(6).fill('open'))
})
