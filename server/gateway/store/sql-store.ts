import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import type { SqlDatabase } from './sql-database.ts'
import {
  StoreError,
  type Store,
  type StoredKey,
  type StoredSigner,
  type StoredUsage,
  type StoredVoucher,
} from './store.ts'

interface SqlStoreOptions {
  /** Waits until nobody else changes terms of signers, and keeps it so to the end of the transaction. */
  readonly holdTerms: (transaction: SqlDatabase) => Promise<void>
}
type SqlStore = Omit<Store, 'gateways' | 'ping' | 'serverTime' | 'close'>

/** The store's queries, the same for every SQL database. */
export function createSqlStore(database: SqlDatabase, { holdTerms }: SqlStoreOptions): SqlStore {
  return {
    ...keyQueries(database),
    ...usageQueries(database),
    ...voucherQueries(database),
    ...signerQueries(database, holdTerms),
  }
}

/** Columns as the stored things name them. */
export const keyColumns =
  'id, plan, plan_until as "planUntil", created_at as "createdAt", revoked_at as "revokedAt", used_on as "usedOn"'
const voucherColumns = 'id, plan, days, created_at as "createdAt", redeemed_at as "redeemedAt"'

type KeyQueries = Pick<
  Store,
  | 'createKey'
  | 'findKey'
  | 'rotateKey'
  | 'revokeKey'
  | 'setPlan'
  | 'noteUse'
  | 'deleteUnusedKeys'
  | 'listKeys'
>

function keyQueries({ query, transaction }: SqlDatabase): KeyQueries {
  return {
    async createKey({ id, plan, planUntil, createdAt, revokedAt, usedOn }, keyDigest) {
      await query(
        `insert into api_key (id, key_digest, plan, plan_until, created_at, revoked_at, used_on)
        values ($1, $2, $3, $4, $5, $6, $7)`,
        id,
        keyDigest,
        plan,
        planUntil,
        createdAt,
        revokedAt,
        usedOn,
      )
    },
    async findKey(keyDigest) {
      const found = `select ${keyColumns} from api_key where key_digest = $1`
      const [key] = await query<StoredKey>(found, keyDigest)
      return key ?? null
    },
    async rotateKey(id, newKeyDigest) {
      const rows = await query(
        'update api_key set key_digest = $1 where id = $2 and revoked_at is null returning id',
        newKeyDigest,
        id,
      )
      if (rows.length === 0) throw new StoreError('KEY_NOT_FOUND', storeProblems.noKey)
    },
    revokeKey: (id, at) =>
      transaction(async (within) => {
        const rows = await within.query(
          'update api_key set revoked_at = $1 where id = $2 and revoked_at is null returning id',
          at,
          id,
        )
        await within.query('delete from key_usage where key_id = $1', id)
        return rows.length > 0
      }),
    async setPlan(id, plan, planUntil) {
      const rows = await query(
        'update api_key set plan = $1, plan_until = $2 where id = $3 and revoked_at is null returning id',
        plan,
        planUntil,
        id,
      )
      return rows.length > 0
    },
    async noteUse(id, day) {
      await query('update api_key set used_on = $1 where id = $2', day, id)
    },
    async deleteUnusedKeys({ usedBefore, firstPlan, at }) {
      await query(
        'delete from api_key where used_on < $1 and (plan = $2 or plan_until <= $3)',
        usedBefore,
        firstPlan,
        at,
      )
    },
    listKeys: () => query(`select ${keyColumns} from api_key order by created_at, id`),
  }
}

type UsageQueries = Pick<Store, 'addUsage' | 'listUsage' | 'deleteUsage'>

/** What keys used, by day and model. */
function usageQueries({ query, transaction }: SqlDatabase): UsageQueries {
  return {
    addUsage: (used) =>
      transaction(async (within) => {
        // All gateways write in the same order, so two that write at once wait for each other without a deadlock.
        for (const each of used.toSorted(byRow)) {
          const { keyId, day, model, requests, promptTokens, completionTokens } = each
          // Nothing of a key that is gone, or revoked.
          await within.query(
            `insert into key_usage (key_id, day, model, requests, prompt_tokens, completion_tokens)
            select id, cast($1 as text), cast($2 as text), cast($3 as bigint), cast($4 as bigint), cast($5 as bigint)
            from api_key where id = $6 and revoked_at is null
            on conflict (key_id, day, model) do update set
              requests = key_usage.requests + excluded.requests,
              prompt_tokens = key_usage.prompt_tokens + excluded.prompt_tokens,
              completion_tokens = key_usage.completion_tokens + excluded.completion_tokens`,
            day,
            model,
            requests,
            promptTokens,
            completionTokens,
            keyId,
          )
        }
      }),
    async listUsage(keyId) {
      const rows = await query<StoredUsage>(
        `select key_id as "keyId", day, model, requests, prompt_tokens as "promptTokens",
          completion_tokens as "completionTokens"
        from key_usage where key_id = $1 order by day desc, model`,
        keyId,
      )
      // PostgreSQL's driver gives numbers of 64 bits as text.
      return rows.map((row) => ({
        ...row,
        requests: Number(row.requests),
        promptTokens: Number(row.promptTokens),
        completionTokens: Number(row.completionTokens),
      }))
    },
    async deleteUsage(before) {
      await query(
        `delete from key_usage where day < $1
          or key_id in (select id from api_key where revoked_at is not null)`,
        before,
      )
    },
  }
}

function byRow(one: StoredUsage, other: StoredUsage): number {
  const rowOf = ({ keyId, day, model }: StoredUsage) => `${keyId} ${day} ${model}`
  return rowOf(one) < rowOf(other) ? -1 : 1
}

type VoucherQueries = Pick<
  Store,
  'createVoucher' | 'listVouchers' | 'revokeVoucher' | 'redeemVoucher'
>

function voucherQueries({ query, transaction }: SqlDatabase): VoucherQueries {
  return {
    async createVoucher({ id, plan, days, createdAt, redeemedAt }, codeDigest) {
      await query(
        `insert into voucher (id, code_digest, plan, days, created_at, redeemed_at)
        values ($1, $2, $3, $4, $5, $6)`,
        id,
        codeDigest,
        plan,
        days,
        createdAt,
        redeemedAt,
      )
    },
    listVouchers: () => query(`select ${voucherColumns} from voucher order by created_at, id`),
    async revokeVoucher(id) {
      const rows = await query(
        'delete from voucher where id = $1 and redeemed_at is null returning id',
        id,
      )
      return rows.length > 0
    },
    redeemVoucher: ({ codeDigest, keyId, at, raise }) =>
      transaction(async (within) => {
        // The update itself decides a race: the second to ask changes no row.
        const [voucher] = await within.query<StoredVoucher>(
          `update voucher set redeemed_at = $1 where code_digest = $2 and redeemed_at is null
          returning ${voucherColumns}`,
          at,
          codeDigest,
        )
        if (voucher === undefined) {
          const known = await within.query(
            'select id from voucher where code_digest = $1',
            codeDigest,
          )
          return { outcome: known.length > 0 ? 'already-redeemed' : 'unknown' }
        }
        const key = await holdKey(within, keyId)
        const raised = raise(key, voucher)
        if (raised === null) {
          await within.query(
            'update voucher set redeemed_at = null where code_digest = $1',
            codeDigest,
          )
          return { outcome: 'not-needed' }
        }
        await within.query(
          'update api_key set plan = $1, plan_until = $2 where id = $3',
          raised.plan,
          raised.planUntil,
          keyId,
        )
        return { outcome: 'redeemed', key: { ...key, ...raised } }
      }),
  }
}

/** Writes the row as it is, so that nobody else changes the plan until this transaction is over. */
async function holdKey({ query }: SqlDatabase, id: string): Promise<StoredKey> {
  const [key] = await query<StoredKey>(
    `update api_key set plan = plan where id = $1 and revoked_at is null returning ${keyColumns}`,
    id,
  )
  if (key) return key
  throw new StoreError('KEY_NOT_FOUND', storeProblems.noKey)
}

type SignerQueries = Pick<Store, 'listSigners' | 'rotateSigner' | 'revokeSigner'>

function signerQueries(
  { query, transaction }: SqlDatabase,
  holdTerms: SqlStoreOptions['holdTerms'],
): SignerQueries {
  return {
    listSigners: () =>
      query<StoredSigner>(
        `select address, from_at as "from", until_at as "until", revoked_from as "revokedFrom"
        from signer_term order by from_at`,
      ),
    rotateSigner: ({ address, from, replaces, isInTime }) =>
      transaction(async (within) => {
        await holdTerms(within)
        const [ended] = await within.query<{ address: string; from_at: string }>(
          'update signer_term set until_at = $1 where until_at is null returning address, from_at',
          from,
        )
        const isAsDecided = replaces === undefined || replaces === (ended?.address ?? null)
        const isLater = ended === undefined || ended.from_at < from
        if (!isAsDecided || !isLater || isInTime?.() === false) {
          throw new StoreError('SIGNER_CHANGED', storeProblems.signerChanged)
        }
        await within.query('insert into signer_term values ($1, $2, null, null)', address, from)
      }),
    revokeSigner: (address, from) =>
      transaction(async (within) => {
        await holdTerms(within)
        const terms = await within.query<{ until_at: string | null }>(
          `update signer_term set revoked_from = case when revoked_from <= $1 then revoked_from else $1 end
          where address = $2 returning until_at`,
          from,
          address,
        )
        if (terms.length === 0 || terms.some(({ until_at }) => until_at === null)) {
          throw new StoreError('SIGNER_CHANGED', storeProblems.signsNow)
        }
      }),
  }
}
