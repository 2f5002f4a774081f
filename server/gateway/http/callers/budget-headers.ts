import type { Budget } from '../../accounts/rate-limits/rate-limiter.ts'

/** Headers of every response. */
export function budgetHeaders(budget: Budget): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit-requests': String(budget.limit),
    'x-ratelimit-remaining-requests': String(budget.remaining),
    'x-ratelimit-reset-requests': formatDuration(budget.resetMs),
  }
}

/** Headers of every response to a key whose plan has a budget of tokens. */
export function tokenHeaders(budget: Budget): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit-tokens': String(budget.limit),
    'x-ratelimit-remaining-tokens': String(budget.remaining),
    'x-ratelimit-reset-tokens': formatDuration(budget.resetMs),
  }
}

/** When to come back, in seconds and, for SDKs that read it, in milliseconds. */
export function retryHeaders(budget: Budget): Readonly<Record<string, string>> {
  return {
    'retry-after': String(Math.max(1, Math.ceil(budget.retryAfterMs / 1000))),
    'retry-after-ms': String(Math.max(1, Math.ceil(budget.retryAfterMs))),
  }
}

/** The way OpenAI writes `x-ratelimit-reset-requests`: `12s`, `1m3s`; rounded up to whole seconds. */
function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds}s` : `${minutes}m${seconds % 60}s`
}
