import { hash } from 'node:crypto'
import type { Store, StoredKey } from '../store/store.ts'
import type { Plan, Plans } from '../config/plans.ts'
import { newId, newKey, normalizeVoucherCode, type RandomBytes } from '../common/secrets.ts'
import { raisePlan } from './raise-plan.ts'

/** A key's owner, of whom nothing else is known. */
export interface Account {
  readonly id: string
  /** The plan in force now. */
  readonly plan: Plan
  /** ISO time when the plan ends, or null. */
  readonly planUntil: string | null
  readonly createdAt: string
}

type AccountRedemption =
  | { readonly outcome: 'redeemed'; readonly account: Account }
  | { readonly outcome: 'unknown' | 'already-redeemed' | 'not-needed' }

export interface Accounts {
  createKey(): Promise<{ readonly key: string; readonly account: Account }>
  /** Null for a key that is unknown or revoked. */
  findByKey(key: string): Promise<Account | null>
  /**
   * The same without waiting, of a key that was found within the last five seconds: so late may a change by
   * another process take effect, and one by this process takes effect at once. Null for every other key.
   */
  recentByKey(key: string): Account | null
  /** The new key; the old one ends at once. */
  rotate(id: string): Promise<string>
  revoke(id: string): Promise<void>
  redeem(id: string, code: string): Promise<AccountRedemption>
  /** Ends the keys of the first plan that nobody used for `unusedKeyDays`. */
  endUnused(): Promise<void>
}

export interface AccountDeps {
  readonly store: Store
  readonly plans: Plans
  readonly randomBytes: RandomBytes
  readonly now: () => Date
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number
  /** A key of the first plan that was not used for so many days ends. */
  readonly unusedKeyDays: number
}

const dayMs = 86_400_000
/** Milliseconds within which a key ends after another process revoked it. */
const recentMs = 5_000
/** Keys that are kept, about 300 bytes each. */
const mostRecent = 10_000

export function createAccounts({
  store,
  plans,
  randomBytes,
  now,
  nowMs,
  unusedKeyDays,
}: AccountDeps): Accounts {
  const recent = recentAccounts({ now, nowMs })
  const { toAccount, isUnused, lastUsedBefore } = accountsAsKept({ plans, now, unusedKeyDays })

  async function changing<Result>(write: () => Promise<Result>): Promise<Result> {
    recent.forget()
    try {
      return await write()
    } finally {
      recent.forget()
    }
  }

  return {
    async createKey() {
      const key = newKey(randomBytes)
      const stored: StoredKey = {
        id: newId('key', randomBytes),
        plan: plans.first.id,
        planUntil: null,
        createdAt: now().toISOString(),
        revokedAt: null,
        usedOn: dayOf(now()),
      }
      await store.createKey(stored, secretDigest(key))
      return { key, account: toAccount(stored) }
    },

    async findByKey(key) {
      const digest = secretDigest(key)
      const add = recent.reading(digest)
      const stored = await store.findKey(digest)
      if (stored === null || stored.revokedAt !== null || isUnused(stored)) return null
      // The day alone is kept, so that it is written once a day.
      const today = dayOf(now())
      if (stored.usedOn < today) await store.noteUse(stored.id, today)
      const account = toAccount(stored)
      add(account)
      return account
    },

    recentByKey: (key) => recent.get(secretDigest(key)),

    async rotate(id) {
      const key = newKey(randomBytes)
      await changing(() => store.rotateKey(id, secretDigest(key)))
      return key
    },

    async revoke(id) {
      await changing(() => store.revokeKey(id, now().toISOString()))
    },

    async endUnused() {
      await changing(() =>
        store.deleteUnusedKeys({
          usedBefore: lastUsedBefore(),
          firstPlan: plans.first.id,
          at: now().toISOString(),
        }),
      )
    },

    async redeem(id, code) {
      const at = now()
      const redemption = await changing(() =>
        store.redeemVoucher({
          codeDigest: secretDigest(normalizeVoucherCode(code)),
          keyId: id,
          at: at.toISOString(),
          raise: (key, voucher) => raisePlan(toAccount(key), { plans, voucher, at }),
        }),
      )
      return redemption.outcome === 'redeemed'
        ? { outcome: 'redeemed', account: toAccount(redemption.key) }
        : redemption
    },
  }
}

/** Those of keys that were read from the store a moment ago, by their digest; nothing is kept of one that is unknown. */
function recentAccounts({ now, nowMs }: Pick<AccountDeps, 'now' | 'nowMs'>) {
  const known = new Map<string, { readonly account: Account; readonly readAtMs: number }>()
  let changes = 0
  return {
    get(digest: string): Account | null {
      const found = known.get(digest)
      if (found === undefined) return null
      const { account, readAtMs } = found
      const { planUntil } = account
      const isFresh = nowMs() - readAtMs < recentMs
      if (isFresh && (planUntil === null || now().toISOString() < planUntil)) {
        return account
      }
      known.delete(digest)
      return null
    },
    /** @returns is told what was read, and keeps it where nothing was changed meanwhile */
    reading(digest: string): (account: Account) => void {
      const readAtMs = nowMs()
      const changesBefore = changes
      return (account) => {
        if (changes !== changesBefore) return
        if (known.size >= mostRecent) known.clear()
        known.set(digest, { account, readAtMs })
      }
    },
    /** Called before this process writes a change, and again afterwards, so that nothing read in between is kept. */
    forget(): void {
      changes += 1
      known.clear()
    },
  }
}

/** What is kept of a key or a voucher: both hold enough randomness that a plain digest hides them. */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Its day, as it is kept. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** What a stored key stands for now. */
function accountsAsKept({
  plans,
  now,
  unusedKeyDays,
}: Pick<AccountDeps, 'plans' | 'now' | 'unusedKeyDays'>) {
  const lastUsedBefore = () => dayOf(new Date(now().getTime() - unusedKeyDays * dayMs))

  function isUnused(key: StoredKey): boolean {
    return toAccount(key).plan === plans.first && key.usedOn < lastUsedBefore()
  }

  /** A plan that ended, or that the configuration no longer knows, falls back to the first one. */
  function toAccount(key: StoredKey): Account {
    const { id, createdAt, planUntil } = key
    const ended = planUntil !== null && planUntil <= now().toISOString()
    const plan = ended ? null : plans.find(key.plan)
    return plan === null
      ? { id, plan: plans.first, planUntil: null, createdAt }
      : { id, plan, planUntil, createdAt }
  }

  return { toAccount, isUnused, lastUsedBefore }
}
