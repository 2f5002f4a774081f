import { sql, type Kysely } from 'kysely'
import type { Store, StoredUsage } from './store.ts'
import type { Tables } from './tables.ts'

type UsageQueries = Pick<Store, 'addUsage' | 'listUsage' | 'deleteUsage'>

/** What keys used, by day and model. */
export function usageQueries(database: Kysely<Tables>): UsageQueries {
  return {
    addUsage: (used) =>
      database.transaction().execute(async (transaction) => {
        // All gateways write in the same order, so two that write at once wait for each other without a deadlock.
        for (const each of used.toSorted(byRow)) {
          // Nothing of a key that is gone, or revoked.
          await sql`
            insert into key_usage (key_id, day, model, requests, prompt_tokens, completion_tokens)
            select id, cast(${each.day} as text), cast(${each.model} as text), cast(${each.requests} as bigint),
              cast(${each.promptTokens} as bigint), cast(${each.completionTokens} as bigint)
            from api_key where id = ${each.keyId} and revoked_at is null
            on conflict (key_id, day, model) do update set
              requests = key_usage.requests + excluded.requests,
              prompt_tokens = key_usage.prompt_tokens + excluded.prompt_tokens,
              completion_tokens = key_usage.completion_tokens + excluded.completion_tokens
          `.execute(transaction)
        }
      }),

    async listUsage(keyId) {
      const rows = await database
        .selectFrom('key_usage')
        .selectAll()
        .where('key_id', '=', keyId)
        .orderBy('day', 'desc')
        .orderBy('model')
        .execute()
      // PostgreSQL's driver gives numbers of 64 bits as text.
      return rows.map((row) => ({
        keyId: row.key_id,
        day: row.day,
        model: row.model,
        requests: Number(row.requests),
        promptTokens: Number(row.prompt_tokens),
        completionTokens: Number(row.completion_tokens),
      }))
    },

    async deleteUsage(before) {
      await database
        .deleteFrom('key_usage')
        .where((column) =>
          column.or([
            column('day', '<', before),
            column(
              'key_id',
              'in',
              database.selectFrom('api_key').select('id').where('revoked_at', 'is not', null),
            ),
          ]),
        )
        .execute()
    },
  }
}

function byRow(one: StoredUsage, other: StoredUsage): number {
  const rowOf = ({ keyId, day, model }: StoredUsage) => `${keyId} ${day} ${model}`
  return rowOf(one) < rowOf(other) ? -1 : 1
}

/** Revokes a key, and deletes what it used. @returns false when there is no such key, or it was revoked before */
export function revokeWithUsage(
  database: Kysely<Tables>,
  id: string,
  at: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('api_key')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    await transaction.deleteFrom('key_usage').where('key_id', '=', id).execute()
    return numUpdatedRows > 0n
  })
}
