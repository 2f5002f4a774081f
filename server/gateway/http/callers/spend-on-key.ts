import { callerErrors } from '#shared/words/english/errors/caller-errors.ts'
import type { FastifyRequest } from 'fastify'
import type { RateLimiter } from '../../accounts/rate-limits/rate-limiter.ts'
import { signedOut, type SpendDeps } from './identify-caller.ts'
import { spentError } from './spent-error.ts'

export interface KeyMakingDeps extends SpendDeps {
  /** Of keys made, by address. */
  readonly keysPerDay: { readonly limiter: RateLimiter; readonly limit: number }
}

/** A key is made on the budget of its maker's address, too, whoever asks. @throws {GatewayError} rate_limit_exceeded */
export async function spendOnKey(
  request: FastifyRequest,
  nowMs: number,
  deps: KeyMakingDeps,
): Promise<void> {
  const address = signedOut(request.ip, deps)
  if (request.caller.subject !== address.subject) {
    const spent = await deps.limiter.spend(address.subject, address.limit, nowMs)
    if (!spent.allowed) throw spentError(callerErrors.minuteOfAddress(address.limit), spent)
  }
  const { limiter, limit } = deps.keysPerDay
  const made = await limiter.spend(address.subject, limit, nowMs)
  if (!made.allowed) throw spentError(callerErrors.keysOfAddress(limit), made)
}
