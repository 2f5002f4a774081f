import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import { sql, type Kysely, type Transaction } from 'kysely'
import { StoreError, type Store, type StoredKey, type StoredVoucher } from './store.ts'
import type { Tables } from './tables.ts'
import { revokeWithUsage, usageQueries } from './usage-queries.ts'

interface SqlStoreOptions extends Pick<Store, 'gateways'> {
  /** Waits until nobody else changes terms of signers, and keeps it so to the end of the transaction. */
  readonly holdTerms: (transaction: Transaction<Tables>) => Promise<void>
  /** Writes what changes nothing. */
  readonly tryWrite: (database: Kysely<Tables>) => Promise<void>
  readonly serverTime: (database: Kysely<Tables>) => Promise<Date | null>
}

/** The store's queries, the same for every SQL database that kysely speaks to. */
export function createSqlStore(database: Kysely<Tables>, options: SqlStoreOptions): Store {
  return {
    gateways: options.gateways,
    ...keyQueries(database),
    ...usageQueries(database),
    ...voucherQueries(database),
    ...signerQueries(database, options),
    ping: () => options.tryWrite(database),
    serverTime: () => options.serverTime(database),
    close: () => database.destroy(),
  }
}

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

function keyQueries(database: Kysely<Tables>): KeyQueries {
  return {
    async createKey(key, keyDigest) {
      await database
        .insertInto('api_key')
        .values({
          id: key.id,
          key_digest: keyDigest,
          plan: key.plan,
          plan_until: key.planUntil,
          created_at: key.createdAt,
          revoked_at: key.revokedAt,
          used_on: key.usedOn,
        })
        .execute()
    },

    async findKey(keyDigest) {
      const row = await database
        .selectFrom('api_key')
        .selectAll()
        .where('key_digest', '=', keyDigest)
        .executeTakeFirst()
      return row ? toKey(row) : null
    },

    async rotateKey(id, newKeyDigest) {
      const { numUpdatedRows } = await database
        .updateTable('api_key')
        .set({ key_digest: newKeyDigest })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new StoreError('KEY_NOT_FOUND', storeProblems.noKey)
    },

    revokeKey: (id, at) => revokeWithUsage(database, id, at),

    async setPlan(id, plan, planUntil) {
      const { numUpdatedRows } = await database
        .updateTable('api_key')
        .set({ plan, plan_until: planUntil })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async noteUse(id, day) {
      await database.updateTable('api_key').set({ used_on: day }).where('id', '=', id).execute()
    },

    async deleteUnusedKeys({ usedBefore, firstPlan, at }) {
      await database
        .deleteFrom('api_key')
        .where('used_on', '<', usedBefore)
        .where((column) =>
          column.or([column('plan', '=', firstPlan), column('plan_until', '<=', at)]),
        )
        .execute()
    },

    async listKeys() {
      const rows = await database
        .selectFrom('api_key')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toKey)
    },
  }
}

type VoucherQueries = Pick<
  Store,
  'createVoucher' | 'listVouchers' | 'revokeVoucher' | 'redeemVoucher'
>

function voucherQueries(database: Kysely<Tables>): VoucherQueries {
  return {
    async createVoucher(voucher, codeDigest) {
      await database
        .insertInto('voucher')
        .values({
          id: voucher.id,
          code_digest: codeDigest,
          plan: voucher.plan,
          days: voucher.days,
          created_at: voucher.createdAt,
          redeemed_at: voucher.redeemedAt,
        })
        .execute()
    },

    async listVouchers() {
      const rows = await database
        .selectFrom('voucher')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toVoucher)
    },

    async revokeVoucher(id) {
      const { numDeletedRows } = await database
        .deleteFrom('voucher')
        .where('id', '=', id)
        .where('redeemed_at', 'is', null)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    redeemVoucher: ({ codeDigest, keyId, at, raise }) =>
      database.transaction().execute(async (transaction) => {
        const voucher = await takeVoucher(transaction, codeDigest, at)
        if (voucher === null) return { outcome: await whyNotTaken(transaction, codeDigest) }
        const key = await holdKey(transaction, keyId)
        const raised = raise(key, voucher)
        if (raised === null) {
          await giveBack(transaction, codeDigest)
          return { outcome: 'not-needed' as const }
        }
        await transaction
          .updateTable('api_key')
          .set({ plan: raised.plan, plan_until: raised.planUntil })
          .where('id', '=', keyId)
          .execute()
        return { outcome: 'redeemed' as const, key: { ...key, ...raised } }
      }),
  }
}

type SignerQueries = Pick<Store, 'listSigners' | 'rotateSigner' | 'revokeSigner'>

function signerQueries(database: Kysely<Tables>, { holdTerms }: SqlStoreOptions): SignerQueries {
  return {
    async listSigners() {
      const rows = await database.selectFrom('signer_term').selectAll().orderBy('from_at').execute()
      return rows.map((row) => ({
        address: row.address,
        from: row.from_at,
        until: row.until_at,
        revokedFrom: row.revoked_from,
      }))
    },

    async rotateSigner({ address, from, replaces, isInTime }) {
      await database.transaction().execute(async (transaction) => {
        await holdTerms(transaction)
        const ended = await transaction
          .updateTable('signer_term')
          .set({ until_at: from })
          .where('until_at', 'is', null)
          .returningAll()
          .executeTakeFirst()
        const isAsDecided = replaces === undefined || replaces === (ended?.address ?? null)
        const isLater = ended === undefined || ended.from_at < from
        if (!isAsDecided || !isLater || isInTime?.() === false) {
          throw new StoreError('SIGNER_CHANGED', storeProblems.signerChanged)
        }
        await transaction
          .insertInto('signer_term')
          .values({ address, from_at: from, until_at: null, revoked_from: null })
          .execute()
      })
    },

    revokeSigner: (address, from) =>
      database.transaction().execute(async (transaction) => {
        await holdTerms(transaction)
        const terms = await transaction
          .updateTable('signer_term')
          .set((column) => ({
            revoked_from: sql<string>`case when ${column.ref('revoked_from')} <= ${from} then ${column.ref('revoked_from')} else ${from} end`,
          }))
          .where('address', '=', address)
          .returningAll()
          .execute()
        if (terms.length === 0 || terms.some(({ until_at }) => until_at === null)) {
          throw new StoreError('SIGNER_CHANGED', storeProblems.signsNow)
        }
      }),
  }
}

/** The update itself decides a race: the second to ask changes no row. */
async function takeVoucher(
  transaction: Transaction<Tables>,
  codeDigest: string,
  at: string,
): Promise<StoredVoucher | null> {
  const row = await transaction
    .updateTable('voucher')
    .set({ redeemed_at: at })
    .where('code_digest', '=', codeDigest)
    .where('redeemed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ? toVoucher(row) : null
}

/** Writes the row as it is, so that nobody else changes the plan until this transaction is over. */
async function holdKey(transaction: Transaction<Tables>, id: string): Promise<StoredKey> {
  const row = await transaction
    .updateTable('api_key')
    .set((column) => ({ plan: column.ref('plan') }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row) return toKey(row)
  throw new StoreError('KEY_NOT_FOUND', storeProblems.noKey)
}

async function giveBack(transaction: Transaction<Tables>, codeDigest: string): Promise<void> {
  await transaction
    .updateTable('voucher')
    .set({ redeemed_at: null })
    .where('code_digest', '=', codeDigest)
    .execute()
}

async function whyNotTaken(transaction: Transaction<Tables>, codeDigest: string) {
  const found = transaction.selectFrom('voucher').select('id').where('code_digest', '=', codeDigest)
  const row = await found.executeTakeFirst()
  return row ? ('already-redeemed' as const) : ('unknown' as const)
}

function toKey(row: Tables['api_key']): StoredKey {
  return {
    id: row.id,
    plan: row.plan,
    planUntil: row.plan_until,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    usedOn: row.used_on,
  }
}

function toVoucher(row: Tables['voucher']): StoredVoucher {
  return {
    id: row.id,
    plan: row.plan,
    days: row.days,
    createdAt: row.created_at,
    redeemedAt: row.redeemed_at,
  }
}
