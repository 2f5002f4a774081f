/** What is left of a caller's budget. */
export interface Budget {
  readonly allowed: boolean
  /** Requests in a window. */
  readonly limit: number
  readonly remaining: number
  /** Until the whole budget is there again. */
  readonly resetMs: number
  /** Until the next request would be allowed; 0 when one is. */
  readonly retryAfterMs: number
}

/**
 * Requests of the last window, a minute unless said otherwise, by subject. A limiter that lives in this process
 * answers at once; one that is shared by several answers with a promise, or rejects with `LimitsUnavailable`.
 */
export interface RateLimiter {
  readonly answers: 'at once' | 'later'
  /** Takes one request of the budget when there is one. */
  spend(subject: string, limit: number, nowMs: number): Budget | Promise<Budget>
  peek(subject: string, limit: number, nowMs: number): Budget | Promise<Budget>
}
