import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { DatabaseSync } from 'node:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import type { Store, StoredKey, StoredVoucher } from '../../server/store/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Every store that exists, each opened empty. */
const stores: readonly (readonly [string, () => Store])[] = [
  ['SQLite', () => openSqliteStore(join(temporaryFolder(), 'data', 'countersign.db'))],
]

const key = (id: string): StoredKey => ({
  id,
  plan: 'free',
  planUntil: null,
  createdAt: `2026-01-01T00:00:0${id.length % 10}.000Z`,
  revokedAt: null,
})
const voucher = (id: string): StoredVoucher => ({
  id,
  plan: 'paid',
  days: 30,
  createdAt: '2026-01-01T00:00:00.000Z',
  redeemedAt: null,
})
const at = '2026-02-01T00:00:00.000Z'
const raise = () => ({ plan: 'paid', planUntil: at })

describe.each(stores)('%s', (_, open) => {
  test('a key is found by its digest until it is rotated or revoked', async () => {
    const store = open()
    await store.createKey(key('a'), 'digest-1')
    expect(await store.findKey('digest-1')).toEqual(key('a'))
    await store.rotateKey('a', 'digest-2')
    expect(await store.findKey('digest-1')).toBeNull()
    expect(await store.findKey('digest-2')).toEqual(key('a'))
    expect(await store.revokeKey('a', at)).toBe(true)
    expect(await store.revokeKey('a', at)).toBe(false)
    expect(await store.findKey('digest-2')).toEqual({ ...key('a'), revokedAt: at })
    await expect(store.rotateKey('a', 'digest-3')).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
    await expect(store.rotateKey('none', 'd')).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
  })

  test('two keys cannot have one digest', async () => {
    const store = open()
    await store.createKey(key('a'), 'digest')
    await expect(store.createKey(key('b'), 'digest')).rejects.toThrow()
  })

  test('a plan is set, and keys are listed oldest first', async () => {
    const store = open()
    await store.createKey(key('bb'), '2')
    await store.createKey(key('a'), '1')
    expect(await store.setPlan('a', 'paid', at)).toBe(true)
    expect(await store.setPlan('none', 'paid', at)).toBe(false)
    const listed = await store.listKeys()
    expect(listed).toEqual([{ ...key('a'), plan: 'paid', planUntil: at }, key('bb')])
  })

  test('a voucher is redeemed once, however many ask at the same time', async () => {
    const store = open()
    for (const id of ['a', 'b', 'c']) await store.createKey(key(id), id)
    await store.createVoucher(voucher('v'), 'code')
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map((keyId) => store.redeemVoucher({ codeDigest: 'code', keyId, at, raise })),
    )
    const kinds = outcomes.map(({ outcome }) => outcome).toSorted()
    expect(kinds).toEqual(['already-redeemed', 'already-redeemed', 'redeemed'])
    expect((await store.listKeys()).filter(({ plan }) => plan === 'paid')).toHaveLength(1)
    expect(await store.listVouchers()).toEqual([{ ...voucher('v'), redeemedAt: at }])
  })

  test('a voucher that is unknown, not needed, or has no key leaves everything as it was', async () => {
    const store = open()
    await store.createKey(key('a'), 'a')
    await store.createVoucher(voucher('v'), 'code')
    const redeem = (codeDigest: string, keyId: string, decide: typeof raise | (() => null)) =>
      store.redeemVoucher({ codeDigest, keyId, at, raise: decide })
    expect(await redeem('none', 'a', raise)).toEqual({ outcome: 'unknown' })
    expect(await redeem('code', 'a', () => null)).toEqual({ outcome: 'not-needed' })
    await expect(redeem('code', 'none', raise)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
    expect(await store.listVouchers()).toEqual([voucher('v')])
    expect((await redeem('code', 'a', raise)).outcome).toBe('redeemed')
  })

  test('the terms of signers follow each other without a gap', async () => {
    const store = open()
    await store.rotateSigner({ address: '0xa', from: '2026-01-01T00:00:00.000Z' })
    await store.rotateSigner({ address: '0xb', from: '2026-01-02T00:00:00.000Z' })
    expect(await store.listSigners()).toEqual([
      { address: '0xa', from: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' },
      { address: '0xb', from: '2026-01-02T00:00:00.000Z', until: null },
    ])
    const clash = store.rotateSigner({ address: '0xc', from: '2026-01-02T00:00:00.000Z' })
    await expect(clash).rejects.toThrow()
    expect((await store.listSigners()).at(-1)).toMatchObject({ address: '0xb', until: null })
  })

  test('a closed store says so when it is pinged', async () => {
    const store = open()
    await store.ping()
    await store.close()
    await expect(store.ping()).rejects.toThrow()
  })
})

test('processes that race for a voucher in one file: one gets it, and all see who', async () => {
  const path = join(temporaryFolder(), 'data', 'countersign.db')
  const store = openSqliteStore(path)
  await store.createVoucher(voucher('v'), 'code')
  const ids = ['a', 'b', 'c', 'd']
  for (const id of ids) await store.createKey(key(id), id)
  const script = join(import.meta.dirname, '../support/redeem-in-process.ts')
  const outcomes = await Promise.all(
    ids.map((id) => promisify(execFile)(process.execPath, [script, path, 'code', id])),
  )
  const kinds = outcomes.map(({ stdout }) => stdout).toSorted()
  expect(kinds).toEqual([...Array<string>(3).fill('already-redeemed'), 'redeemed'])
  expect((await store.listKeys()).filter(({ plan }) => plan === 'paid')).toHaveLength(1)
})

test('the database is readable by this user alone, and one of a newer program is refused', () => {
  const path = join(temporaryFolder(), 'data', 'countersign.db')
  void openSqliteStore(path).close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const database = new DatabaseSync(path)
  database.exec('pragma user_version = 99')
  database.close()
  expect(() => openSqliteStore(path)).toThrow(
    expect.objectContaining({ code: 'STORE_TOO_NEW' }) as Error,
  )
})
