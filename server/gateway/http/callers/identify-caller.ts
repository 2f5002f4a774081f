import { callerErrors } from '#shared/words/english/errors/caller-errors.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { Account, Accounts } from '../../accounts/accounts.ts'
import type { PlanBudgets } from '../../config/plans.ts'
import type { StoreError } from '../../store/store.ts'
import { GatewayError } from '../../common/errors.ts'
import type { Budget, RateLimiter } from '../../accounts/rate-limits/rate-limiter.ts'

/** Who is asking, as far as the gateway needs to know. */
export interface Caller {
  /** Null when signed out. */
  readonly account: Account | null
  /** Whose budget is spent: never an address or a key in clear. */
  readonly subject: string
  /** Requests a minute. */
  readonly limit: number
  /** Null where the plan has no budget beside that. */
  readonly budgets: PlanBudgets | null
  /** Why the key that was sent could not be looked up; null where it was, and where none was sent. */
  readonly unread: StoreError | null
}

export interface IdentifyDeps {
  readonly accounts: Accounts
  readonly signedOutRpm: number
  /** Keyed digest of a caller's address. */
  readonly addressSubject: (ip: string) => string
}

export function signedOut(ip: string, { addressSubject, signedOutRpm }: IdentifyDeps): Caller {
  return {
    account: null,
    subject: addressSubject(ip),
    limit: signedOutRpm,
    budgets: null,
    unread: null,
  }
}

/** `Authorization`, or what `x-api-key` would be there: Anthropic's clients send their keys so. */
export function authorizationOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization, 'x-api-key': key } = headers
  return authorization ?? (key === undefined ? undefined : `Bearer ${String(key)}`)
}

/**
 * The header, or null of a caller who is signed out: without it, or with the key `none`, for tools that insist
 * on one. Any other unknown key is refused, so that nobody is signed out by a mistake.
 */
export function credentialOf(authorization: string | undefined): string | null {
  return authorization === undefined || keyOf(authorization) === 'none' ? null : authorization
}

/** Who was identified by this header a moment ago; null when that is to be looked up. */
export function recentCaller(authorization: string, { accounts }: IdentifyDeps): Caller | null {
  const key = keyOf(authorization)
  const account = key === undefined ? null : accounts.recentByKey(key)
  return account === null ? null : callerOf(account)
}

/** @throws {GatewayError} invalid_api_key when a key was sent that is unknown or revoked */
export async function identifyCaller(
  authorization: string,
  { accounts }: IdentifyDeps,
): Promise<Caller> {
  const key = keyOf(authorization)
  const account = key === undefined ? null : await accounts.findByKey(key)
  if (account === null) {
    throw new GatewayError('invalid_api_key', callerErrors.unknownKey)
  }
  return callerOf(account)
}

function keyOf(authorization: string): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1]
}

function callerOf(account: Account): Caller {
  const { requestsPerMinute: limit, budgets } = account.plan
  return { account, subject: `key:${account.id}`, limit, budgets, unread: null }
}

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
  const spent = limiter.spend(subject, limit, deps.nowMs()) as Budget
  return spent.allowed ? { caller, spent } : null
}
