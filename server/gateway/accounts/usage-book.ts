import type { Store, StoredUsage } from '../store/store.ts'
import type { TokenCounts } from '../common/answer-tally.ts'

/** What keys used, by day and model: added up here, and written every few seconds. */
export interface UsageBook {
  /** One answer. @param model catalogue id */
  note(keyId: string, model: string, tokens: TokenCounts): void
  /** Of one key, the latest day first; what another gateway has not written yet is missing. */
  of(keyId: string): Promise<readonly StoredUsage[]>
  /** Writes what was noted. Rejects when that fails, and keeps it for the next time. */
  write(): Promise<void>
  /** Forgets days that are long past. */
  endOld(): Promise<void>
}

interface UsageDeps {
  readonly store: Pick<Store, 'addUsage' | 'listUsage' | 'deleteUsage'>
  readonly now: () => Date
}

/** Days that are shown. */
const usageDays = 31
/** Rows that wait to be written; beyond that, what cannot be written is not counted. */
const mostRows = 100_000

export function createUsageBook({ store, now }: UsageDeps): UsageBook {
  let noted = new Map<string, StoredUsage>()

  function add(used: StoredUsage): void {
    const row = `${used.keyId} ${used.day} ${used.model}`
    const before = noted.get(row)
    if (before === undefined && noted.size >= mostRows) return
    noted.set(row, {
      ...used,
      requests: used.requests + (before?.requests ?? 0),
      promptTokens: used.promptTokens + (before?.promptTokens ?? 0),
      completionTokens: used.completionTokens + (before?.completionTokens ?? 0),
    })
  }

  async function write(): Promise<void> {
    if (noted.size === 0) return
    const rows = [...noted.values()]
    noted = new Map()
    try {
      await store.addUsage(rows)
    } catch (error) {
      for (const each of rows) add(each)
      throw error
    }
  }

  return {
    note(keyId, model, { prompt, completion }) {
      const day = now().toISOString().slice(0, 10)
      add({ keyId, day, model, requests: 1, promptTokens: prompt, completionTokens: completion })
    },
    async of(keyId) {
      await write()
      return store.listUsage(keyId)
    },
    write,
    async endOld() {
      const before = new Date(now().getTime() - usageDays * 86_400_000)
      await store.deleteUsage(before.toISOString().slice(0, 10))
    },
  }
}
