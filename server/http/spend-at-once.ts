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
  const caller = limiter.answers === 'later' ? null : plainCaller(headers, deps)
  if (caller === null) return null
  const { subject, limit } = caller
  const nowMs = deps.nowMs()
  const left = limiter.peek(subject, limit, nowMs) as Budget
  if (!left.allowed) return null
  return { caller, spent: limiter.spend(subject, limit, nowMs) as Budget }
}

/**
 * The same where budgets are counted elsewhere: one of a request is taken, whether it is left or not is told later. Null,
 * and nothing is asked, in every other case.
 */
export function spendSoon(
  headers: IncomingHttpHeaders,
  deps: SpendDeps,
): { readonly caller: Caller; readonly spent: Promise<Budget> } | null {
  const { limiter } = deps
  const caller = limiter.answers === 'later' ? plainCaller(headers, deps) : null
  if (caller === null) return null
  const { subject, limit } = caller
  return { caller, spent: Promise.resolve(limiter.spend(subject, limit, deps.nowMs())) }
}

/** Of a key that was found a moment ago, and whose plan has no budget but that of a minute. */
function plainCaller(headers: IncomingHttpHeaders, deps: SpendDeps): Caller | null {
  const authorization = authorizationOf(headers)
  const caller = authorization === undefined ? null : recentCaller(authorization, deps)
  return caller === null || caller.budgets !== null ? null : caller
}
