import { callerErrors } from '#shared/words/english/errors/caller-errors.ts'
import type { PlanBudgets } from '../../config/plans.ts'
import { GatewayError } from '../../common/errors.ts'
import type { Meter } from '../../accounts/rate-limits/meter.ts'
import type { RateLimits } from '../../accounts/rate-limits/open-rate-limits.ts'
import type { Budget } from '../../accounts/rate-limits/rate-limiter.ts'
import { retryHeaders, tokenHeaders } from './budget-headers.ts'

/** What counts beside the requests of a minute. */
export type BudgetMeters = RateLimits['meters']

interface Asking {
  readonly subject: string
  readonly budgets: PlanBudgets
  readonly nowMs: number
}

/**
 * `answer` takes one request of the day's budget, if tokens are left: how many it takes is known afterwards. `other`
 * takes a request, whatever tokens are left.
 */
export type PlanUse = 'read' | 'answer' | 'other'

interface PlanSpent {
  /** Of requests in a day; null where the plan has no such budget. */
  readonly ofDay: Budget | null
  readonly headers: Readonly<Record<string, string>>
  readonly refusal: GatewayError | null
}

/** What a plan allows beside requests a minute. @throws {LimitsUnavailable} */
export async function spendPlanBudgets(
  use: PlanUse,
  { subject, budgets, nowMs }: Asking,
  meters: BudgetMeters,
): Promise<PlanSpent> {
  const { requestsPerDay, tokensPerMinute, tokensPerDay } = budgets
  const peek = async (meter: Meter, limit: number | null) =>
    limit === null ? null : meter.peek(subject, limit, nowMs)
  const [ofMinute, tokensOfDay, left] = await Promise.all([
    peek(meters.tokensOfMinute, tokensPerMinute),
    peek(meters.tokensOfDay, tokensPerDay),
    peek(meters.requestsOfDay, requestsPerDay),
  ])
  const headers = tokenHeadersOf(ofMinute, tokensOfDay)
  const spentTokens = use !== 'answer' ? null : tokensSpent(ofMinute, tokensOfDay)
  if (spentTokens !== null) return { ofDay: left, headers, refusal: spentTokens }
  if (use === 'read' || requestsPerDay === null) return { ofDay: left, headers, refusal: null }
  const taken = await meters.requestsOfDay.take(
    subject,
    { amount: 1, limit: requestsPerDay },
    nowMs,
  )
  const refusal = taken.allowed ? null : spent(taken, 'requests', 'day')
  return { ofDay: taken, headers, refusal }
}

/** Where there are two, the one of which less is left. */
export function scarcer(one: Budget, other: Budget | null): Budget {
  return other === null || one.remaining <= other.remaining ? one : other
}

function tokenHeadersOf(ofMinute: Budget | null, ofDay: Budget | null) {
  const first = ofMinute ?? ofDay
  return first === null ? {} : tokenHeaders(scarcer(first, ofDay))
}

function tokensSpent(ofMinute: Budget | null, ofDay: Budget | null): GatewayError | null {
  // The day's first: it is the longer wait.
  if (ofDay?.allowed === false) return spent(ofDay, 'tokens', 'day')
  return ofMinute?.allowed === false ? spent(ofMinute, 'tokens', 'minute') : null
}

function spent(budget: Budget, what: 'requests' | 'tokens', window: 'minute' | 'day') {
  return new GatewayError('rate_limit_exceeded', callerErrors.spent(budget.limit, what, window), {
    extra: { budget: `${what}_per_${window}` },
    headers: retryHeaders(budget),
  })
}
