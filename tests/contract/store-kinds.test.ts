import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore, storeKinds } from '../../server/gateway/store/store-registry.ts'
import { emptyStores } from '../support/peers/empty-stores.ts'

test('every kind of store is registered once, and has an address to be tested at', () => {
  const schemes = storeKinds.map(({ schemes }) => schemes[0])
  expect(schemes).toEqual([...new Set(schemes)])
  expect(Object.keys(emptyStores).toSorted()).toEqual(schemes.toSorted())
})

test('every file that has a kind of store is named in the registry', () => {
  const folder = join(import.meta.dirname, '../../server/gateway/store')
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const files = readdirSync(folder).filter((file) =>
    /^export const \w+: StoreKind = /m.test(read(file)),
  )
  expect(files).toHaveLength(storeKinds.length)
  for (const file of files) expect(read('store-registry.ts')).toContain(`'./${file}'`)
})

test.each(['canary://user:canary@host/db', '/data/canary.db', 'canary', ''])(
  'the address %s is of no store, and is not repeated',
  async (address) => {
    const opened = openStore(address)
    await expect(opened).rejects.toThrow(/^DATABASE_URL: .+ sqlite:/)
    await expect(opened).rejects.not.toThrow(/canary/)
  },
)
