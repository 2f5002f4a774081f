import type { IncomingHttpHeaders } from 'node:http'
import type { Budget, RateLimiter } from '../rate-limits/rate-limiter.ts'
import { authorizationOf, recentCaller, type Caller, type IdentifyDeps } from './identify-caller.ts'

export interface SpendDeps extends IdentifyDeps {
  readonly limiter: RateLimiter
  readonly nowMs: () => number
}

/**
 * Takes one request of a caller's budget without waiting: of a key that was found a moment ago, with budget
 * left, and no other budgets. Null, and nothing is spent, in every other case.
 */
export function spendAtOnce(
  headers: IncomingHttpHeaders,
  deps: SpendDeps,
): { readonly caller: Caller; readonly spent: Budget } | null {
  const { limiter } = deps
  const authorization = authorizationOf(headers)
  if (limiter.answers === 'later' || authorization === undefined) return null
  const caller = recentCaller(authorization, deps)
  if (caller === null || caller.budgets !== null) return null
  const { subject, limit } = caller
  const nowMs = deps.nowMs()
  const left = limiter.peek(subject, limit, nowMs) as Budget
  if (!left.allowed) return null
  return { caller, spent: limiter.spend(subject, limit, nowMs) as Budget }
}
