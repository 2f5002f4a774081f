import type { FastifyReply } from 'fastify'
import { LimitsUnavailable } from '../../accounts/rate-limits/limits-unavailable.ts'
import type { RateLimiter } from '../../accounts/rate-limits/rate-limiter.ts'
import { budgetHeaders } from './budget-headers.ts'
import { scarcer, spendPlanBudgets, type BudgetMeters } from './plan-budgets.ts'

/** `alone`: no shared counter is asked, and where only that one knows, the limit is told without what is left. */
export type Told = 'shared' | 'alone'

export interface TellDeps {
  readonly limiter: RateLimiter
  readonly meters: BudgetMeters
  readonly nowMs: () => number
}

type Headers = Readonly<Record<string, string>>

/** Longest wait for a number that only informs. */
const mostWaitMs = 250

/** Tells the budget on a response that takes nothing of it: what cannot be counted at the moment is left out. */
export async function tellBudget(reply: FastifyReply, told: Told, deps: TellDeps): Promise<void> {
  const { limit } = reply.request.caller
  reply.header('x-ratelimit-limit-requests', String(limit))
  if (deps.limiter.answers === 'at once') {
    reply.headers(await leftOf(reply, deps))
  } else if (told === 'shared') {
    reply.headers(await inTime(leftOf(reply, deps)))
  }
}

async function leftOf({ request }: FastifyReply, deps: TellDeps): Promise<Headers> {
  const { subject, limit, budgets } = request.caller
  const nowMs = deps.nowMs()
  const left = await deps.limiter.peek(subject, limit, nowMs)
  if (budgets === null) return budgetHeaders(left)
  const { ofDay, headers } = await spendPlanBudgets(
    'read',
    { subject, budgets, nowMs },
    deps.meters,
  )
  return { ...budgetHeaders(scarcer(left, ofDay)), ...headers }
}

async function inTime(left: Promise<Headers>): Promise<Headers> {
  const { promise: late, resolve } = Promise.withResolvers<Headers>()
  const timer = setTimeout(resolve, mostWaitMs, {})
  try {
    return await Promise.race([left, late])
  } catch (error) {
    if (error instanceof LimitsUnavailable) return {}
    throw error
  } finally {
    clearTimeout(timer)
  }
}
