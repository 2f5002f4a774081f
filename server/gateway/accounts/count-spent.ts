import type { TokenCounts } from '../common/answer-tally.ts'
import type { Meter } from './rate-limits/meter.ts'
import type { Account } from './accounts.ts'
import type { UsageBook } from './usage-book.ts'

interface Spent {
  /** Null when signed out: then nothing is kept. */
  readonly account: Account | null
  /** Whose budget it is. */
  readonly subject: string
  /** Catalogue id. */
  readonly model: string
  readonly tokens: TokenCounts
}

export interface SpentCounter {
  /** After an answer. */
  count(spent: Spent): void
  /** Counts what could not be counted before. */
  settle(): void
}

interface CounterDeps {
  readonly meters: { readonly tokensOfMinute: Meter; readonly tokensOfDay: Meter }
  readonly book: Pick<UsageBook, 'note'>
  readonly nowMs: () => number
  readonly failed: (error: unknown) => void
}

/** Tokens that wait to be counted, by subject; while there are any, nothing can be counted, and nothing new is served. */
const mostOwing = 100_000

/** Takes tokens of the budgets of a plan, and notes them for the key, once they are known. */
export function createSpentCounter({ meters, book, nowMs, failed }: CounterDeps): SpentCounter {
  const owed = { minute: new Map<string, number>(), day: new Map<string, number>() }

  async function add(window: keyof typeof owed, subject: string, amount: number): Promise<void> {
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

  return {
    count({ account, subject, model, tokens }) {
      if (account === null) return
      book.note(account.id, model, tokens)
      const { budgets } = account.plan
      const total = tokens.prompt + tokens.completion
      if (budgets === null || total === 0) return
      if (budgets.tokensPerMinute !== null) void add('minute', subject, total)
      if (budgets.tokensPerDay !== null) void add('day', subject, total)
    },
    settle() {
      for (const window of ['minute', 'day'] as const) {
        for (const subject of owed[window].keys()) void add(window, subject, 0)
      }
    },
  }
}
