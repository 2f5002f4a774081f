import { GatewayError } from '../../common/errors.ts'
import type { Budget } from '../../accounts/rate-limits/rate-limiter.ts'
import { retryHeaders } from './budget-headers.ts'

/** @param budget its name, as the beginning of a sentence */
export function spentError(budget: string, spent: Budget): GatewayError {
  return new GatewayError('rate_limit_exceeded', `${budget} is spent.`, {
    headers: retryHeaders(spent),
  })
}

export function minuteSpentError(spent: Budget): GatewayError {
  return spentError(`The budget of ${spent.limit} requests a minute`, spent)
}
