import { describe, expect, test } from 'vitest'
import type { StoredKey } from '../../server/gateway/store/store.ts'
import { openStore, storeKinds } from '../../server/gateway/store/store-registry.ts'
import { untilEnd } from '../support/until-end.ts'
import { emptyStores } from '../support/peers/empty-stores.ts'

const key = (id: string): StoredKey => ({
  id,
  plan: 'free',
  planUntil: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  revokedAt: null,
  usedOn: '2026-01-01',
})
const at = '2026-02-01T00:00:00.000Z'

describe.each(storeKinds.map(({ schemes }) => schemes[0]))('%s', (scheme) => {
  const open = async () => {
    const address = emptyStores[scheme]?.() ?? expect.unreachable('it has no address')
    const store = await untilEnd(openStore(await address))
    return store
  }

  const used = (keyId: string, day: string, model: string, tokens = 1) => ({
    keyId,
    day,
    model,
    requests: 1,
    promptTokens: tokens,
    completionTokens: 2 * tokens,
  })

  test('what a key used is added up by day and model, and shown to it alone', async () => {
    const store = await open()
    await store.createKey(key('a'), 'digest-a')
    await store.createKey(key('b'), 'digest-b')
    await store.addUsage([
      used('a', '2026-01-02', 'm', 3_000_000_000),
      used('b', '2026-01-02', 'm'),
      used('nobody', '2026-01-02', 'm'),
    ])
    await store.addUsage([used('a', '2026-01-02', 'm'), used('a', '2026-01-03', 'other')])
    expect(await store.listUsage('a')).toEqual([
      used('a', '2026-01-03', 'other'),
      { ...used('a', '2026-01-02', 'm', 3_000_000_001), requests: 2 },
    ])
    expect(await store.listUsage('nobody')).toEqual([])
    await store.deleteUsage('2026-01-03')
    expect(await store.listUsage('a')).toEqual([used('a', '2026-01-03', 'other')])
  })

  test('what a key used goes with the key, and nothing is added to it afterwards', async () => {
    const store = await open()
    for (const id of ['a', 'b']) {
      await store.createKey(key(id), `digest-${id}`)
      await store.addUsage([used(id, '2026-01-02', 'm')])
    }
    await store.revokeKey('a', at)
    expect(await store.listUsage('a')).toEqual([])
    await store.addUsage([used('a', '2026-01-02', 'm')])
    expect(await store.listUsage('a')).toEqual([])
    await store.deleteUnusedKeys({ usedBefore: '2026-01-02', firstPlan: 'free', at })
    expect(await store.listUsage('b')).toEqual([])
  })

  test('gateways that write at the same time lose nothing of what keys used', async () => {
    const store = await open()
    const ids = ['a', 'b', 'c', 'd']
    for (const id of ids) await store.createKey(key(id), `digest-${id}`)
    const rows = ids.map((id) => used(id, '2026-01-02', 'm'))
    await Promise.all(
      Array.from({ length: 20 }, (_, each) =>
        store.addUsage(each % 2 === 0 ? rows : rows.toReversed()),
      ),
    )
    for (const id of ids) {
      expect(await store.listUsage(id)).toMatchObject([{ requests: 20, promptTokens: 20 }])
    }
  })
})
