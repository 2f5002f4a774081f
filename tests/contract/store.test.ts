import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { StoredKey, StoredVoucher } from '../../server/gateway/store/store.ts'
import {
  openExistingStore,
  openStore,
  storeKinds,
} from '../../server/gateway/store/store-registry.ts'
import { untilEnd } from '../support/until-end.ts'
import { emptyStores } from '../support/peers/empty-stores.ts'

const key = (id: string): StoredKey => ({
  id,
  plan: 'free',
  planUntil: null,
  createdAt: `2026-01-01T00:00:0${id.length % 10}.000Z`,
  revokedAt: null,
  usedOn: '2026-01-01',
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

describe.each(storeKinds.map(({ schemes }) => schemes[0]))('%s', (scheme) => {
  const addressOfEmpty = () => emptyStores[scheme]?.() ?? expect.unreachable('it has no address')
  const open = async () => {
    const store = await untilEnd(openStore(await addressOfEmpty()))
    return store
  }

  test('there is none at an address before it was opened, and asking makes none', async () => {
    const address = await addressOfEmpty()
    const missing = openExistingStore(address)
    await expect(missing).rejects.toMatchObject({ name: 'StoreError', code: 'STORE_MISSING' })
    await expect(openExistingStore(address)).rejects.toMatchObject({ code: 'STORE_MISSING' })
    await (await openStore(address)).close()
    await (await openExistingStore(address)).close()
  })

  test('a key is found by its digest until it is rotated or revoked', async () => {
    const store = await open()
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
    const store = await open()
    await store.createKey(key('a'), 'digest')
    await store.createKey(key('b'), 'other')
    const conflict = { name: 'StoreError', code: 'STORE_CONFLICT' }
    await expect(store.createKey(key('c'), 'digest')).rejects.toMatchObject(conflict)
    await expect(store.createKey(key('a'), 'third')).rejects.toMatchObject(conflict)
    await expect(store.rotateKey('b', 'digest')).rejects.toMatchObject(conflict)
    expect(await store.findKey('digest')).toEqual(key('a'))
    expect(await store.findKey('other')).toEqual(key('b'))
  })

  test('an id or a code that two vouchers would share is refused', async () => {
    const store = await open()
    await store.createVoucher(voucher('v'), 'code')
    const conflict = { name: 'StoreError', code: 'STORE_CONFLICT' }
    await expect(store.createVoucher(voucher('w'), 'code')).rejects.toMatchObject(conflict)
    await expect(store.createVoucher(voucher('v'), 'other')).rejects.toMatchObject(conflict)
    expect(await store.listVouchers()).toEqual([voucher('v')])
  })

  test('a plan is set, and keys are listed oldest first', async () => {
    const store = await open()
    await store.createKey(key('bb'), '2')
    await store.createKey(key('a'), '1')
    expect(await store.setPlan('a', 'paid', at)).toBe(true)
    expect(await store.setPlan('none', 'paid', at)).toBe(false)
    const listed = await store.listKeys()
    await store.createKey({ ...key('gone'), revokedAt: at }, 'digest of gone')
    expect(await store.setPlan('gone', 'paid', at)).toBe(false)
    expect(listed).toEqual([{ ...key('a'), plan: 'paid', planUntil: at }, key('bb')])
  })

  test('a voucher is revoked until it is redeemed', async () => {
    const store = await open()
    await store.createKey(key('a'), 'digest')
    await store.createVoucher(voucher('v'), 'code')
    await store.createVoucher(voucher('w'), 'other')
    expect(await store.revokeVoucher('v')).toBe(true)
    expect(await store.revokeVoucher('v')).toBe(false)
    const redeem = (codeDigest: string) =>
      store.redeemVoucher({ codeDigest, keyId: 'a', at, raise })
    expect((await redeem('code')).outcome).toBe('unknown')
    expect((await redeem('other')).outcome).toBe('redeemed')
    expect(await store.revokeVoucher('w')).toBe(false)
    expect(await store.listVouchers()).toMatchObject([{ id: 'w' }])
  })

  test('a voucher is redeemed once, however many ask at the same time', async () => {
    const store = await open()
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
    const store = await open()
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

  test('two vouchers that are redeemed for one key at the same time both count', async () => {
    const store = await open()
    await store.createKey(key('a'), 'a')
    await store.createVoucher(voucher('v'), 'code-v')
    await store.createVoucher(voucher('w'), 'code-w')
    const append = ({ plan }: StoredKey, { id }: StoredVoucher) => ({
      plan: `${plan}+${id}`,
      planUntil: null,
    })
    const redeem = (codeDigest: string) =>
      store.redeemVoucher({ codeDigest, keyId: 'a', at, raise: append })
    await Promise.all([redeem('code-v'), redeem('code-w')])
    const { plan } = (await store.findKey('a')) ?? {}
    expect(['free+v+w', 'free+w+v']).toContain(plan)
  })

  test('a change beside a redemption that fails is kept', async () => {
    const store = await open()
    await store.createVoucher(voucher('v'), 'code')
    const ids = Array.from({ length: 20 }, (_item, index) => `k${index}`)
    const failures = ids.map(() =>
      expect(
        store.redeemVoucher({ codeDigest: 'code', keyId: 'none', at, raise }),
      ).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' }),
    )
    await Promise.all([...failures, ...ids.map((id) => store.createKey(key(id), id))])
    for (const id of ids) expect(await store.findKey(id)).toEqual(key(id))
    expect(await store.listVouchers()).toEqual([voucher('v')])
  })

  test('a revoked key redeems nothing, and the voucher stays good', async () => {
    const store = await open()
    await store.createKey(key('a'), 'a')
    await store.revokeKey('a', at)
    await store.createVoucher(voucher('v'), 'code')
    await expect(
      store.redeemVoucher({ codeDigest: 'code', keyId: 'a', at, raise }),
    ).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
    expect(await store.listVouchers()).toEqual([voucher('v')])
  })

  test('a term that does not follow the open one is refused, and nothing changes', async () => {
    const store = await open()
    const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`
    const changed = { name: 'StoreError', code: 'SIGNER_CHANGED' }
    const none = store.rotateSigner({ address: '0xa', from: day(1), replaces: '0xother' })
    await expect(none).rejects.toMatchObject(changed)
    await store.rotateSigner({ address: '0xa', from: day(1), replaces: null })
    await store.rotateSigner({ address: '0xb', from: day(2), replaces: '0xa' })
    const before = await store.listSigners()

    const refused = [
      { address: '0xc', from: day(1) },
      { address: '0xc', from: day(2) },
      { address: '0xc', from: day(3), replaces: null },
      { address: '0xc', from: day(3), replaces: '0xa' },
      { address: '0xc', from: day(3), isInTime: () => false },
    ]
    for (const next of refused) {
      await expect(store.rotateSigner(next)).rejects.toMatchObject(changed)
      expect(await store.listSigners()).toEqual(before)
    }
    const next = { address: '0xc', from: day(3), replaces: '0xb', isInTime: () => true }
    await store.rotateSigner(next)
    expect((await store.listSigners()).slice(1)).toEqual([
      { address: '0xb', from: day(2), until: day(3), revokedFrom: null },
      { address: '0xc', from: day(3), until: null, revokedFrom: null },
    ])
  })

  test('of signers that race to follow the same one, one does', async () => {
    const store = await open()
    await store.rotateSigner({ address: '0xa', from: '2026-01-01T00:00:00.000Z' })
    const outcomes = await Promise.allSettled(
      ['0xb', '0xc', '0xd'].map((address, index) =>
        store.rotateSigner({ address, from: `2026-01-02T00:00:0${index}.000Z`, replaces: '0xa' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await store.listSigners()).toHaveLength(2)
  })

  test('the terms of signers follow each other without a gap', async () => {
    const store = await open()
    await store.rotateSigner({ address: '0xa', from: '2026-01-01T00:00:00.000Z' })
    await store.rotateSigner({ address: '0xb', from: '2026-01-02T00:00:00.000Z' })
    expect(await store.listSigners()).toEqual([
      {
        address: '0xa',
        from: '2026-01-01T00:00:00.000Z',
        until: '2026-01-02T00:00:00.000Z',
        revokedFrom: null,
      },
      { address: '0xb', from: '2026-01-02T00:00:00.000Z', until: null, revokedFrom: null },
    ])
    const clash = store.rotateSigner({ address: '0xc', from: '2026-01-02T00:00:00.000Z' })
    await expect(clash).rejects.toThrow()
    expect((await store.listSigners()).at(-1)).toMatchObject({ address: '0xb', until: null })
  })

  test('a retired signer is revoked from its earliest revocation on, and one that signs is not', async () => {
    const store = await open()
    const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`
    for (const [index, address] of ['0xa', '0xb', '0xa', '0xc'].entries()) {
      await store.rotateSigner({ address, from: day(index + 1) })
    }
    for (const address of ['0xc', '0xd']) {
      await expect(store.revokeSigner(address, day(1))).rejects.toMatchObject({
        code: 'SIGNER_CHANGED',
      })
    }
    expect((await store.listSigners()).every(({ revokedFrom }) => revokedFrom === null)).toBe(true)
    for (const from of [day(3), day(2), day(4)]) await store.revokeSigner('0xa', from)
    expect((await store.listSigners()).map(({ revokedFrom }) => revokedFrom)).toEqual([
      day(2),
      null,
      day(2),
      null,
    ])
  })

  test('a closed store refuses everything with an error of its own, and may be closed again', async () => {
    const store = await open()
    await store.ping()
    await store.close()
    await store.close()
    const calls = [
      () => store.ping(),
      () => store.findKey('d'),
      () => store.listKeys(),
      () => store.createKey(key('a'), 'd'),
      () => store.rotateSigner({ address: '0xa', from: at }),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ name: 'StoreError', code: 'STORE_FAILED' })
    }
  })

  test('processes that race for a voucher in one store: one gets it, and all see who', async () => {
    const address = await addressOfEmpty()
    const store = await untilEnd(openStore(address))
    await store.createVoucher(voucher('v'), 'code')
    const ids = ['a', 'b', 'c', 'd']
    for (const id of ids) await store.createKey(key(id), id)
    const script = join(import.meta.dirname, '../support/gateway/redeem-in-process.ts')
    const outcomes = await Promise.all(
      ids.map((id) => promisify(execFile)(process.execPath, [script, address, 'code', id])),
    )
    const kinds = outcomes.map(({ stdout }) => stdout).toSorted()
    expect(kinds).toEqual([...Array<string>(3).fill('already-redeemed'), 'redeemed'])
    expect((await store.listKeys()).filter(({ plan }) => plan === 'paid')).toHaveLength(1)
  })
})
