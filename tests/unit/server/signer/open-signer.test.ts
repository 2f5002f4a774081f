import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { openSigner, rotateSigner } from '../../../../server/gateway/signer/open-signer.ts'
import { rotationLeadMs } from '../../../../server/gateway/signer/signer-schedule.ts'
import { openSqliteStore } from '../../../../server/gateway/store/sqlite.ts'
import type { Store } from '../../../../server/gateway/store/store.ts'
import { ones, signerDeps as setUp, twos } from '../../../support/gateway/signer-deps.ts'

/** A store in which another process acts first, once, whenever a term is about to be written. */
function overtakenBy(store: Store, act: () => Promise<unknown>): Store {
  let isOvertaken = false
  return {
    ...store,
    async rotateSigner(next) {
      if (!isOvertaken) {
        isOvertaken = true
        await act()
      }
      await store.rotateSigner(next)
    },
  }
}

function expectJoined(terms: Awaited<ReturnType<Store['listSigners']>>) {
  for (const [index, { from, until }] of terms.entries()) {
    expect(until).toBe(terms[index + 1]?.from ?? null)
    expect(until === null || from < until).toBe(true)
  }
}

test('a rotation that another one overtakes is decided again, and follows it', async () => {
  const { clock, deps, store } = setUp()
  await openSigner(deps)
  const overtaken = overtakenBy(store, async () => {
    clock.ms += 20
    await rotateSigner(deps)
  })
  const { address, from } = await rotateSigner({ ...deps, store: overtaken })
  const terms = await store.listSigners()
  expect(terms).toHaveLength(3)
  expect(terms.at(-1)).toEqual({ address, from, until: null, revokedFrom: null })
  expectJoined(terms)
})

test('rotations that are asked for at the same time all take place, one after the other', async () => {
  const { deps, store } = setUp()
  await openSigner(deps)
  await Promise.all(Array.from({ length: 6 }, () => rotateSigner(deps)))
  const terms = await store.listSigners()
  expect(terms).toHaveLength(7)
  expectJoined(terms)
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

test('no private key is in the database', async () => {
  const { dataDir, deps } = setUp()
  await openSigner(deps)
  const [name = ''] = readdirSync(join(dataDir, 'signers'))
  const key = readFileSync(join(dataDir, 'signers', name), 'utf8').trim()
  for (const file of readdirSync(dataDir).filter((each) => each.startsWith('countersign.db'))) {
    expect(readFileSync(join(dataDir, file), 'latin1')).not.toContain(key)
  }
})

test('gateways that start for the first time together agree on one signer', async () => {
  const { clock, deps, now, store } = setUp()
  const earlier = { ...deps, now: () => new Date(clock.ms - 1) }
  const overtaken = overtakenBy(store, () => openSigner(earlier))
  const second = await openSigner({ ...deps, store: overtaken })
  const terms = await store.listSigners()
  expect(terms).toHaveLength(1)
  expect(second.schedule.signerAt(now()).address).toBe(terms[0]?.address)
})

test('a rotation that has to wait for the disk leads as far ahead as one that does not', async () => {
  const { clock, deps, store } = setUp()
  await openSigner(deps)
  const slow = overtakenBy(store, async () => {
    clock.ms += 9000
  })
  const { from } = await rotateSigner({ ...deps, store: slow })
  expect(from).toBe(new Date(clock.ms + rotationLeadMs).toISOString())
  expectJoined(await store.listSigners())
})

test('a rotation whose term can never be written in time is given up', async () => {
  const { clock, deps, store } = setUp()
  await openSigner(deps)
  const before = await store.listSigners()
  const slow: Store = {
    ...store,
    rotateSigner(next) {
      clock.ms += 9000
      return store.rotateSigner(next)
    },
  }
  await expect(rotateSigner({ ...deps, store: slow })).rejects.toMatchObject({
    code: 'SIGNER_CHANGED',
  })
  expect(await store.listSigners()).toEqual(before)
})

test('a rotation before the first start makes the key that the first start uses', async () => {
  const { deps, now } = setUp()
  const { address, from } = await rotateSigner(deps)
  expect(from).toBe(now().toISOString())
  const { schedule } = await openSigner(deps)
  expect(schedule.history(now())).toEqual({ current: { address, from }, retired: [] })
  expect(schedule.signerAt(now()).address).toBe(address)
})

test('the key of a rotation is on the disk before the store names it', async () => {
  const { dataDir, deps, store } = setUp()
  await openSigner(deps)
  let named = 0
  const watched: Store = {
    ...store,
    rotateSigner(next) {
      const path = join(dataDir, 'signers', `${next.address}.key`)
      expect(readFileSync(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
      expect(statSync(path).mode & 0o777).toBe(0o600)
      named += 1
      return store.rotateSigner(next)
    },
  }
  await rotateSigner({ ...deps, store: watched })
  expect(named).toBe(1)
})

test.each([
  ['as it is', (key: string) => key],
  ['with 0x', (key: string) => `0x${key}`],
  ['in capitals, with a line end', (key: string) => `${key.toUpperCase()}\n`],
])('a key that is given %s signs, and a changed one begins a new term', async (_name, write) => {
  const { clock, deps, now, store } = setUp()
  const open = (key: string) => openSigner({ ...deps, variables: { SEAL_KEY: write(key) } })
  const first = await open(ones.key)
  expect([first.source, first.schedule.signerAt(now()).address]).toEqual(['given', ones.address])
  clock.ms += 1000
  await open(ones.key)
  expect(await store.listSigners()).toHaveLength(1)
  const second = await open(twos.key)
  expect(second.schedule.signerAt(now()).address).toBe(twos.address)
  const terms = await store.listSigners()
  expect(terms.map(({ address }) => address)).toEqual([ones.address, twos.address])
  expectJoined(terms)
})

test('a database that lost its signers makes no new one beside the keys of the old', async () => {
  const { dataDir, deps } = setUp()
  const { schedule } = await openSigner(deps)
  const { address } = schedule.history(deps.now()).current
  const emptied = openSqliteStore(join(dataDir, 'emptied.db'))
  await expect(openSigner({ ...deps, store: emptied })).rejects.toMatchObject({
    code: 'SIGNER_HISTORY_LOST',
    message: expect.stringContaining(address) as string,
  })
  expect(await emptied.listSigners()).toEqual([])
  renameSync(join(dataDir, 'signers'), join(dataDir, 'moved-away'))
  await openSigner({ ...deps, store: emptied })
  expect(await emptied.listSigners()).toHaveLength(1)
})

test('a first start that ended before the store knew its key is gone on with', async () => {
  const { dataDir, deps, store } = setUp()
  const cut: Store = { ...store, rotateSigner: () => Promise.reject(new Error('ended here')) }
  await expect(openSigner({ ...deps, store: cut })).rejects.toThrow('ended here')
  const [file] = readdirSync(join(dataDir, 'signers'))
  await openSigner(deps)
  expect((await store.listSigners()).map(({ address }) => `${address}.key`)).toEqual([file])
})

test('a gateway whose given key was replaced stops signing as soon as it hears of it', async () => {
  const { clock, deps, now } = setUp()
  const old = await openSigner({ ...deps, variables: { SEAL_KEY: ones.key } })
  clock.ms += 1000
  await openSigner({ ...deps, variables: { SEAL_KEY: twos.key } })
  await expect(old.schedule.refresh()).rejects.toMatchObject({ code: 'SIGNER_KEY_MISSING' })
  const missing = expect.objectContaining({ code: 'SIGNER_KEY_MISSING' }) as unknown as Error
  expect(() => old.schedule.signerAt(now())).toThrow(missing)
})

test('a key in a file signs, and neither a file nor a command replaces a given key', async () => {
  const { dataDir, deps, now } = setUp()
  const SEAL_KEY_FILE = join(dataDir, 'seal.key')
  writeFileSync(SEAL_KEY_FILE, `${ones.key}\n`)
  const { schedule } = await openSigner({ ...deps, variables: { SEAL_KEY_FILE } })
  expect(schedule.signerAt(now()).address).toBe(ones.address)
  for (const variables of [{ SEAL_KEY_FILE }, { SEAL_KEY: twos.key }]) {
    await expect(rotateSigner({ ...deps, variables })).rejects.toMatchObject({
      code: 'SIGNER_GIVEN',
      message: expect.stringContaining('restart') as string,
    })
  }
  const both = { SEAL_KEY: ones.key, SEAL_KEY_FILE }
  await expect(openSigner({ ...deps, variables: both })).rejects.toThrow(/Keep one of the two/)
  const none = { SEAL_KEY_FILE: join(dataDir, 'none.key') }
  await expect(openSigner({ ...deps, variables: none })).rejects.toThrow(/none\.key/)
})

test('no error shows any part of a key, however closely it is looked at', async () => {
  const { dataDir, deps } = setUp()
  const canary = 'fedcba98'
  const wrong = [
    `${'f'.repeat(32)}${canary.repeat(4)}`, // beyond the curve's order
    canary.repeat(7),
    canary.repeat(9),
    `${canary.repeat(7)}${'x'.repeat(8)}`,
    `${canary} ${canary}`,
  ]
  const SEAL_KEY_FILE = join(dataDir, 'seal.key')
  for (const text of wrong) {
    writeFileSync(SEAL_KEY_FILE, text)
    for (const variables of [{ SEAL_KEY: text }, { SEAL_KEY_FILE }]) {
      const error: unknown = await openSigner({ ...deps, variables }).catch((reason) => reason)
      expect(error).toBeInstanceOf(Error)
      const said = inspect(error, { depth: 10, showHidden: true })
      expect(said).not.toContain(canary)
      expect(said).not.toContain(BigInt(`0x${'f'.repeat(32)}${canary.repeat(4)}`).toString())
    }
  }
})

test('of two keys that no database names neither is taken for the one of a first start', async () => {
  const [one, other] = [setUp(), setUp()]
  for (const { deps, store } of [one, other]) {
    const cut: Store = { ...store, rotateSigner: () => Promise.reject(new Error('ended here')) }
    await expect(openSigner({ ...deps, store: cut })).rejects.toThrow('ended here')
  }
  const folders = [one, other].map(({ dataDir }) => join(dataDir, 'signers'))
  cpSync(folders[1] ?? '', folders[0] ?? '', { recursive: true })
  await expect(openSigner(one.deps)).rejects.toMatchObject({ code: 'SIGNER_HISTORY_LOST' })
})
