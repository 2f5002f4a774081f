import { callerErrors } from '#shared/words/english/errors/caller-errors.ts'
import { GatewayError } from '../../common/errors.ts'
import type { Budget } from '../../accounts/rate-limits/rate-limiter.ts'
import { retryHeaders } from './budget-headers.ts'

export function spentError(message: string, spent: Budget): GatewayError {
  return new GatewayError('rate_limit_exceeded', message, { headers: retryHeaders(spent) })
}

export function minuteSpentError(spent: Budget): GatewayError {
  return spentError(callerErrors.spent(spent.limit, 'requests', 'minute'), spent)
}
