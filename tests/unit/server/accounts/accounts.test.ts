import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAccounts, secretDigest } from '../../../../server/gateway/accounts/accounts.ts'
import { createPlans } from '../../../../server/gateway/config/plans.ts'
import { newVoucherCode } from '../../../../server/gateway/common/secrets.ts'
import { openSqliteStore } from '../../../../server/gateway/store/sqlite.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const dayMs = 86_400_000

function setUp() {
  const clock = { ms: Date.parse('2026-11-20T09:00:00.000Z') }
  const store = openSqliteStore(join(temporaryFolder(), 'data', 'countersign.db'))
  const plans = createPlans(
    ['free', 'paid', 'team'].map((id, rank) => ({ id, requests_per_minute: 60 * 10 ** rank })),
  )
  const now = () => new Date(clock.ms)
  const accounts = createAccounts({
    store,
    plans,
    randomBytes,
    now,
    nowMs: () => clock.ms,
    unusedKeyDays: 90,
  })
  let vouchers = 0
  const newVoucher = async (plan: string, days: number | null) => {
    const code = newVoucherCode(randomBytes)
    const voucher = { id: `vou_${vouchers++}`, plan, days, createdAt: '2026', redeemedAt: null }
    await store.createVoucher(voucher, secretDigest(code))
    return code
  }
  const newAccount = async () => {
    const { key, account } = await accounts.createKey()
    const find = () => accounts.findByKey(key)
    const redeem = async (plan: string, days: number | null) => {
      const { outcome } = await accounts.redeem(account.id, await newVoucher(plan, days))
      const found = await find()
      return [outcome, found?.plan.id, found?.planUntil ?? null]
    }
    return { key, id: account.id, find, redeem }
  }
  const inDays = (days: number) => new Date(clock.ms + days * dayMs).toISOString()
  return { accounts, clock, store, newVoucher, newAccount, inDays }
}

test('a key finds its account, and nothing that is not that key does', async () => {
  const { accounts, newAccount } = setUp()
  const { key, id, find } = await newAccount()
  expect(await find()).toEqual({
    id,
    plan: { id: 'free', rank: 0, requestsPerMinute: 60, budgets: null },
    planUntil: null,
    createdAt: '2026-11-20T09:00:00.000Z',
  })
  const others = ['', 'sk-csn-', `${key} `, key.slice(0, -1), key.toUpperCase(), id]
  for (const other of [...others, secretDigest(key)]) {
    expect(await accounts.findByKey(other)).toBeNull()
  }
})

test('a key of the first plan that nobody used for 90 days ends, one that was used or paid for does not', async () => {
  const { accounts, clock, store, newAccount } = setUp()
  const [unused, used, paid] = [await newAccount(), await newAccount(), await newAccount()]
  await paid.redeem('paid', 100)
  clock.ms += 90 * dayMs
  expect(await used.find()).not.toBeNull()
  await accounts.endUnused()
  clock.ms += 90 * dayMs
  expect(await used.find()).not.toBeNull()
  clock.ms += dayMs
  // Its plan ended, so it is one of the first plan, which nobody used.
  expect(await paid.find()).toBeNull()
  expect(await unused.find()).toBeNull()
  await accounts.endUnused()
  expect((await store.listKeys()).map(({ id }) => id)).toEqual([used.id])
})

test('a paid key that rests is there when its owner comes back', async () => {
  const { accounts, clock, newAccount } = setUp()
  const { find, redeem } = await newAccount()
  await redeem('paid', null)
  clock.ms += 1_000 * dayMs
  await accounts.endUnused()
  expect((await find())?.plan.id).toBe('paid')
})

test('a key that was revoked is null, for good', async () => {
  const { accounts, newAccount } = setUp()
  const { id, find } = await newAccount()
  await accounts.revoke(id)
  await accounts.revoke(id)
  expect(await find()).toBeNull()
  await expect(accounts.rotate(id)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
})

test('a plan ends at its instant, and not before', async () => {
  const { accounts, clock, newAccount, inDays } = setUp()
  const { key, find, redeem } = await newAccount()
  const until = inDays(30)
  expect(await redeem('paid', 30)).toEqual(['redeemed', 'paid', until])
  clock.ms += 30 * dayMs - 1
  expect(await find()).toMatchObject({ plan: { id: 'paid' }, planUntil: until })
  expect(accounts.recentByKey(key)?.plan.id).toBe('paid')
  clock.ms += 1
  expect(accounts.recentByKey(key)).toBeNull()
  expect(await find()).toMatchObject({ plan: { id: 'free' }, planUntil: null })
})

test('a voucher of the same plan prolongs it, and after its end begins anew', async () => {
  const { clock, newAccount, inDays } = setUp()
  const { redeem } = await newAccount()
  await redeem('paid', 30)
  const both = inDays(40)
  clock.ms += 5 * dayMs
  expect(await redeem('paid', 10)).toEqual(['redeemed', 'paid', both])
  clock.ms += 100 * dayMs
  expect(await redeem('paid', 10)).toEqual(['redeemed', 'paid', inDays(10)])
})

test('a voucher of a stronger plan begins now, and one for good never ends', async () => {
  const { newAccount, inDays } = setUp()
  const { redeem } = await newAccount()
  await redeem('paid', 30)
  expect(await redeem('team', 3)).toEqual(['redeemed', 'team', inDays(3)])
  expect(await redeem('team', null)).toEqual(['redeemed', 'team', null])
})

test.each([
  ['team', 30],
  ['team', null],
  ['paid', 30],
  ['paid', null],
] as const)('a voucher (%s, %s days) is not used up on a stronger plan', async (plan, days) => {
  const { accounts, newAccount, newVoucher } = setUp()
  const rich = await newAccount()
  await rich.redeem('team', null)
  const code = await newVoucher(plan, days)
  expect(await accounts.redeem(rich.id, code)).toEqual({ outcome: 'not-needed' })
  expect(await rich.find()).toMatchObject({ plan: { id: 'team' }, planUntil: null })
  const [first, second] = [await newAccount(), await newAccount()]
  expect((await accounts.redeem(first.id, code)).outcome).toBe('redeemed')
  expect(await accounts.redeem(second.id, code)).toEqual({ outcome: 'already-redeemed' })
  expect(await second.find()).toMatchObject({ plan: { id: 'free' } })
})

test('a voucher of a plan that the configuration no longer has stays good', async () => {
  const { accounts, newAccount, newVoucher, store } = setUp()
  const { id } = await newAccount()
  const code = await newVoucher('gold', null)
  expect(await accounts.redeem(id, code)).toEqual({ outcome: 'not-needed' })
  expect(await accounts.redeem(id, 'CSNV-none')).toEqual({ outcome: 'unknown' })
  expect((await store.listVouchers())[0]?.redeemedAt).toBeNull()
})

test('a key whose plan the configuration no longer has falls back to the first', async () => {
  const { newAccount, store } = setUp()
  const { id, find } = await newAccount()
  await store.setPlan(id, 'gold', null)
  expect(await find()).toMatchObject({ plan: { id: 'free' }, planUntil: null })
})

test('a key that was found is known for five seconds, and what this process changes is known at once', async () => {
  const { accounts, clock, newAccount } = setUp()
  const { key, id, find, redeem } = await newAccount()
  expect(accounts.recentByKey(key)).toBeNull()
  const found = await find()
  expect(accounts.recentByKey(key)).toEqual(found)
  clock.ms += 4_999
  expect(accounts.recentByKey(key)).toEqual(found)
  clock.ms += 1
  expect(accounts.recentByKey(key)).toBeNull()

  await redeem('paid', 30)
  expect(accounts.recentByKey(key)?.plan.id).toBe('paid')
  clock.ms += 1_000
  const rotated = await accounts.rotate(id)
  expect(accounts.recentByKey(key)).toBeNull()
  await accounts.findByKey(rotated)
  expect(accounts.recentByKey(rotated)?.id).toBe(id)
  await accounts.revoke(id)
  expect([accounts.recentByKey(rotated), await accounts.findByKey(rotated)]).toEqual([null, null])
})

test('a key that is read while it is revoked is not kept', async () => {
  const { accounts, newAccount, store } = setUp()
  const { key, id, find } = await newAccount()
  const revoked = Promise.withResolvers<unknown>()
  const findKey = store.findKey.bind(store)
  store.findKey = async (digest) => {
    const found = await findKey(digest)
    await revoked.promise
    return found
  }
  const reading = find()
  revoked.resolve(await accounts.revoke(id))
  // It was read before that.
  expect((await reading)?.id).toBe(id)
  expect(accounts.recentByKey(key)).toBeNull()
})
