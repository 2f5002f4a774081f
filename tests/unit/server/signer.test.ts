import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSigner, rotateSigner } from '../../../server/gateway/signer/open-signer.ts'
import { openSqliteStore } from '../../../server/gateway/store/sqlite.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

function setUp() {
  const dataDir = join(temporaryFolder(), 'data')
  const clock = { ms: Date.parse('2026-11-20T09:00:00.000Z') }
  const store = openSqliteStore(join(dataDir, 'countersign.db'))
  const deps = { store, dataDir, variables: {}, randomBytes, now: () => new Date(clock.ms) }
  return { dataDir, clock, store, deps }
}

test('the first start makes a key that only this user may read, and the next start uses it', async () => {
  const { dataDir, clock, deps } = setUp()
  const first = (await openSigner(deps)).schedule.signerAt(new Date(clock.ms))
  const again = (await openSigner(deps)).schedule.signerAt(new Date(clock.ms))
  expect(again.address).toBe(first.address)
  const [name = '', ...more] = readdirSync(join(dataDir, 'signers')).toSorted()
  expect([name, more]).toEqual([`${first.address}.key`, ['named']])
  expect(statSync(join(dataDir, 'signers', name)).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'signers')).mode & 0o777).toBe(0o700)
})

test('at every instant the signer is the one whose published term contains it', async () => {
  const { clock, deps } = setUp()
  const { schedule } = await openSigner(deps)
  for (let rotation = 0; rotation < 3; rotation++) {
    await rotateSigner(deps)
    for (let second = 0; second < 12; second++) {
      clock.ms += 997
      await schedule.refresh()
      const at = new Date(clock.ms)
      const { current, retired } = schedule.history(at)
      expect(schedule.signerAt(at).address).toBe(current.address)
      expect(current.from <= at.toISOString()).toBe(true)
      for (const { from, until } of retired)
        expect(from < until && until <= current.from).toBe(true)
    }
  }
  expect(schedule.history(new Date(clock.ms)).retired).toHaveLength(3)
})

test('a rotation takes effect only after every gateway must have heard of it', async () => {
  const { clock, deps } = setUp()
  const { schedule } = await openSigner(deps)
  const old = schedule.signerAt(new Date(clock.ms)).address
  const { address, from } = await rotateSigner(deps)
  clock.ms += 4999
  // This gateway has not looked since: it may still sign with the old key, and no longer than that.
  expect(schedule.signerAt(new Date(clock.ms)).address).toBe(old)
  clock.ms += 1
  expect(new Date(clock.ms).toISOString()).toBe(from)
  expect(() => schedule.signerAt(new Date(clock.ms))).toThrow(
    expect.objectContaining({ code: 'SIGNER_STALE' }) as Error,
  )
  await schedule.refresh()
  expect(schedule.signerAt(new Date(clock.ms)).address).toBe(address)
})

test('a lost key stops the start, and the error says where it should be', async () => {
  const { dataDir, deps } = setUp()
  await openSigner(deps)
  rmSync(join(dataDir, 'signers'), { recursive: true })
  await expect(openSigner(deps)).rejects.toMatchObject({
    code: 'SIGNER_KEY_MISSING',
    message: expect.stringContaining(join(dataDir, 'signers')) as string,
  })
})

test('a given key that is none stops the start without being repeated', async () => {
  const { deps } = setUp()
  for (const SEAL_KEY of ['canary', '00'.repeat(32), 'ff'.repeat(32), '11'.repeat(31)]) {
    const error = await openSigner({ ...deps, variables: { SEAL_KEY } }).catch(String)
    expect(error).toMatch(/SEAL_KEY|secp256k1/)
    expect(error).not.toContain(SEAL_KEY)
  }
})

test('a key is taken from SEAL_KEY_FILE, and two sources are one too many', async () => {
  const { clock, dataDir, deps } = setUp()
  const SEAL_KEY_FILE = join(dataDir, 'given.key')
  writeFileSync(SEAL_KEY_FILE, `${'11'.repeat(32)}\n`)
  const { schedule, source } = await openSigner({ ...deps, variables: { SEAL_KEY_FILE } })
  expect(source).toBe('given')
  expect(schedule.signerAt(new Date(clock.ms)).address).toBe(
    '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
  )
  const both = { SEAL_KEY_FILE, SEAL_KEY: '22'.repeat(32) }
  await expect(openSigner({ ...deps, variables: both })).rejects.toThrow(/Keep one of the two/)
  const missing = { SEAL_KEY_FILE: join(dataDir, 'none') }
  await expect(openSigner({ ...deps, variables: missing })).rejects.toThrow(/cannot read/)
})

test('no private key is in the database', async () => {
  const { dataDir, deps } = setUp()
  await openSigner(deps)
  const [name = ''] = readdirSync(join(dataDir, 'signers'))
  const key = readFileSync(join(dataDir, 'signers', name), 'utf8').trim()
  for (const file of readdirSync(dataDir).filter((each) => each.startsWith('countersign.db'))) {
    expect(readFileSync(join(dataDir, file), 'latin1')).not.toContain(key)
  }
})
