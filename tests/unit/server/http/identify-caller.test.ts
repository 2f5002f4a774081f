import { expect, test } from 'vitest'
import { spendAtOnce } from '../../../../server/gateway/http/callers/identify-caller.ts'

type Deps = Parameters<typeof spendAtOnce>[1]

/** A key that was found a moment ago, whose budget is kept here or elsewhere. */
function spending(answers: Deps['limiter']['answers'], budgets: object | null = null) {
  const spent: string[] = []
  const budget = { allowed: true, limit: 9, remaining: 8, resetMs: 1, retryAfterMs: 0 }
  const account = { id: 'a', plan: { requestsPerMinute: 9, budgets } }
  const deps = {
    accounts: { recentByKey: () => account },
    limiter: {
      answers,
      spend(subject: string) {
        spent.push(subject)
        return answers === 'later' ? Promise.resolve(budget) : budget
      },
    },
    nowMs: () => 0,
  }
  const admitted = spendAtOnce({ authorization: 'Bearer sk' }, deps as unknown as Deps)
  return { admitted, spent }
}

test('a request is taken of a budget once: at once where it is kept here, and later in every other case', () => {
  expect(spending('at once')).toMatchObject({ admitted: { spent: {} }, spent: ['key:a'] })
  const later = { admitted: null, spent: [] }
  expect(spending('later')).toEqual(later)
  expect(spending('at once', { tokens_per_minute: 5 })).toEqual(later)
})
