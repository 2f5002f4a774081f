import type { TokenCounts } from '../common/answer-tally.ts'
import type { Store, StoredUsage } from '../store/store.ts'
import type { Account } from './accounts.ts'
import type { Meter } from './rate-limits/meter.ts'

interface Spent {
  /** Null when signed out: then nothing is kept. */
  readonly account: Account | null
  /** Whose budget it is. */
  readonly subject: string
  /** Catalogue id. */
  readonly model: string
  readonly tokens: TokenCounts
}

/** What keys used, by day and model: added up here, and written every few seconds; and tokens taken of the budgets of their plans. */
export interface UsageBook {
  /** Called after an answer, when its tokens are known. */
  count(spent: Spent): void
  /** Takes what could not be taken of a budget before. */
  settle(): void
  /** The usage of one key, the latest day first; without usage that another gateway has not written yet. */
  of(keyId: string): Promise<readonly StoredUsage[]>
  /** Writes what was counted. Rejects when that fails, and keeps it for the next time. */
  write(): Promise<void>
  /** Forgets days that are long past. */
  endOld(): Promise<void>
}

interface UsageDeps {
  readonly store: Pick<Store, 'addUsage' | 'listUsage' | 'deleteUsage'>
  readonly meters: { readonly tokensOfMinute: Meter; readonly tokensOfDay: Meter }
  readonly now: () => Date
  readonly nowMs: () => number
  /** Told what a budget could not be charged for. */
  readonly failed: (error: unknown) => void
}

/** Days that are shown. */
const usageDays = 31
/** Rows that wait to be written; beyond that, what cannot be written is not counted. */
const mostRows = 100_000
/** Tokens that wait to be taken, by subject; while there are any, nothing can be counted, and nothing new is served. */
const mostOwing = 100_000

export function createUsageBook({ store, meters, now, nowMs, failed }: UsageDeps): UsageBook {
  let noted = new Map<string, { -readonly [Member in keyof StoredUsage]: StoredUsage[Member] }>()
  const owed = { minute: new Map<string, number>(), day: new Map<string, number>() }

  function note(used: StoredUsage): void {
    const row = `${used.keyId} ${used.day} ${used.model}`
    const before = noted.get(row)
    if (before === undefined && noted.size >= mostRows) return
    if (before === undefined) {
      noted.set(row, { ...used })
      return
    }
    before.requests += used.requests
    before.promptTokens += used.promptTokens
    before.completionTokens += used.completionTokens
  }

  async function take(window: keyof typeof owed, subject: string, amount: number): Promise<void> {
    const meter = window === 'minute' ? meters.tokensOfMinute : meters.tokensOfDay
    const owing = owed[window]
    const total = amount + (owing.get(subject) ?? 0)
    owing.delete(subject)
    try {
      await meter.add(subject, total, nowMs())
    } catch (error) {
      if (owing.size < mostOwing) owing.set(subject, total + (owing.get(subject) ?? 0))
      failed(error)
    }
  }

  async function write(): Promise<void> {
    if (noted.size === 0) return
    const rows = [...noted.values()]
    noted = new Map()
    try {
      await store.addUsage(rows)
    } catch (error) {
      for (const each of rows) note(each)
      throw error
    }
  }

  return {
    count({ account, subject, model, tokens: { prompt, completion } }) {
      if (account === null) return
      const day = now().toISOString().slice(0, 10)
      const used = { requests: 1, promptTokens: prompt, completionTokens: completion }
      note({ keyId: account.id, day, model, ...used })
      const { budgets } = account.plan
      const total = prompt + completion
      if (budgets === null || total === 0) return
      if (budgets.tokensPerMinute !== null) void take('minute', subject, total)
      if (budgets.tokensPerDay !== null) void take('day', subject, total)
    },
    settle() {
      for (const window of ['minute', 'day'] as const) {
        for (const subject of owed[window].keys()) void take(window, subject, 0)
      }
    },
    async of(keyId) {
      await write()
      return store.listUsage(keyId)
    },
    write,
    async endOld() {
      const before = new Date(now().getTime() - usageDays * dayMs)
      await store.deleteUsage(before.toISOString().slice(0, 10))
    },
  }
}

const dayMs = 86_400_000
