import { expect, test } from 'vitest'
import type { Account } from '../../../../server/gateway/accounts/accounts.ts'
import { createMemoryMeter } from '../../../../server/gateway/accounts/rate-limits/memory-meter.ts'
import { createUsageBook } from '../../../../server/gateway/accounts/usage-book.ts'
import type { StoredUsage } from '../../../../server/gateway/store/store.ts'

const budgets = { requestsPerDay: null, tokensPerMinute: 1_000, tokensPerDay: 1_000 }
const account = { id: 'key_a', plan: { budgets } } as Account

/** A book over a store and meters that can be away. */
function openBook() {
  const away = { store: false, meters: false }
  const written: (readonly StoredUsage[])[] = []
  const failures: unknown[] = []
  const reached = (what: keyof typeof away) => {
    if (away[what]) throw new Error('away')
  }
  const meterOf = (windowMs: number) => {
    const meter = createMemoryMeter({ windowMs })
    const add: typeof meter.add = async (...spent) => {
      reached('meters')
      return meter.add(...spent)
    }
    return { ...meter, add }
  }
  const meters = { tokensOfMinute: meterOf(60_000), tokensOfDay: meterOf(86_400_000) }
  const book = createUsageBook({
    store: {
      async addUsage(rows) {
        reached('store')
        written.push(rows)
      },
      listUsage: () => Promise.resolve([]),
      deleteUsage: () => Promise.resolve(),
    },
    meters,
    now: () => new Date('2026-11-20T09:00:00.000Z'),
    nowMs: () => 0,
    failed: (error) => failures.push(error),
  })
  const answered = (prompt: number, completion: number) =>
    book.count({ account, subject: 'key:a', model: 'm', tokens: { prompt, completion } })
  const spent = async () =>
    Promise.all(
      Object.values(meters).map(
        async (meter) => 1_000 - (await meter.peek('key:a', 1_000, 0)).remaining,
      ),
    )
  return { away, book, answered, spent, written, failures }
}

test('tokens that could not be taken of a budget are taken later, and once', async () => {
  const { away, book, answered, spent, failures } = openBook()
  away.meters = true
  answered(60, 40)
  answered(6, 4)
  expect(await spent()).toEqual([0, 0])
  expect(failures).toHaveLength(4)
  away.meters = false
  answered(1, 0)
  book.settle()
  book.settle()
  expect(await spent()).toEqual([111, 111])
})

test('usage that could not be written is written with what was used since, and once', async () => {
  const { away, book, answered, written } = openBook()
  answered(60, 40)
  away.store = true
  await expect(book.write()).rejects.toThrow('away')
  away.store = false
  answered(6, 4)
  await book.write()
  await book.write()
  expect(written).toEqual([
    [
      {
        keyId: 'key_a',
        day: '2026-11-20',
        model: 'm',
        requests: 2,
        promptTokens: 66,
        completionTokens: 44,
      },
    ],
  ])
})
