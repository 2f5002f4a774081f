import { gatewayErrors } from '#shared/words/english/errors/gateway-errors.ts'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GatewayError } from '../common/errors.ts'
import { budgetHeaders } from './callers/budget-headers.ts'
import { corsHeaders, preflightHeaders } from './callers/cors.ts'
import {
  scarcer,
  spendPlanBudgets,
  type BudgetMeters,
  type PlanUse,
} from './callers/plan-budgets.ts'
import { refuseForeign, type LocalOnly } from './callers/refuse-foreign.ts'
import { spendOnKey, type KeyMakingDeps } from './callers/spend-on-key.ts'
import { minuteSpentError } from './callers/spent-error.ts'
import { tellBudget } from './callers/tell-budget.ts'
import { StoreError } from '../store/store.ts'
import {
  authorizationOf,
  credentialOf,
  identifyCaller,
  recentCaller,
  signedOut,
  spendAtOnce,
  type Caller,
} from './callers/identify-caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    /** What a request takes of which budget; without it, budgets are only read. */
    budget?: BudgetUse | ((request: FastifyRequest) => BudgetUse)
    /** Set where a key is not looked at, because the answer is the same for everybody. */
    audience?: 'everybody'
  }
}

/**
 * `unasked` is for those who watch the gateway: no store is asked. `spend` takes one request of the caller's budget.
 * `spend-on-key` is for the making of a key, which has a budget of its own: it takes one of the caller's address
 * too, and one of the keys that an address may make a day.
 */
type BudgetUse = 'unasked' | 'read' | 'spend' | 'spend-on-key'

export interface HookDeps extends KeyMakingDeps {
  readonly meters: BudgetMeters
  /** Null where strangers are meant to ask. */
  readonly localOnly: LocalOnly | null
  /** Told of requests without a key; null where proxies are trusted. */
  readonly lookForProxy: ((request: IncomingMessage) => void) | null
}

async function settle(work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  let failure: Error | undefined
  try {
    await work
  } catch (error) {
    failure = error as Error
  }
  done(failure)
}

/** While answers in flight come to their end, a request may still come over a connection that was kept. */
function endingOf(app: FastifyInstance): () => boolean {
  let isEnding = false
  app.addHook('preClose', (done) => {
    isEnding = true
    done()
  })
  return () => isEnding
}

/** Request id, CORS, caller and budget, on every response, errors and unknown paths included. */
export function addCommonHooks(app: FastifyInstance, deps: HookDeps): void {
  app.decorateRequest('caller', null as unknown as Caller)

  const isEnding = endingOf(app)

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(corsHeaders)
    reply.header('x-request-id', request.id)
    const isSpent = request.routeOptions.config.budget === 'spend' && !isEnding()
    const admitted = isSpent ? spendAtOnce(request.headers, deps) : null
    if (admitted === null) {
      void settle(isEnding() ? refuseAtEnd(request, reply) : admit(request, reply), done)
      return
    }
    request.caller = admitted.caller
    reply.headers(budgetHeaders(admitted.spent))
    done()
  })

  async function refuseAtEnd(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    request.caller = signedOut(request.ip, deps)
    await tellBudget(reply, 'shared', deps)
    throw new GatewayError('shutting_down', gatewayErrors.ending, {
      headers: { connection: 'close', 'retry-after': '1' },
    })
  }

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { audience, budget } = request.routeOptions.config
    const use = typeof budget === 'function' ? budget(request) : (budget ?? 'read')
    const credential = credentialOf(authorizationOf(request.headers))
    if (credential === null || audience === 'everybody') {
      deps.lookForProxy?.(request.raw)
      request.caller = signedOut(request.ip, deps)
    } else {
      // Other operations show the key as it is kept.
      const recent = budget === 'spend' ? recentCaller(credential, deps) : null
      request.caller = recent ?? (await knownCaller(reply, use, credential))
    }
    // This check comes before anything is spent: a page must not spend its reader's budget.
    const isPublic = audience === 'everybody' || request.caller.account !== null
    if (deps.localOnly !== null && !isPublic) {
      // A refusal tells the budget, too, as every response does.
      await tellBudget(reply, 'shared', deps)
      refuseForeign(request.headers, deps.localOnly)
    }
    if (use === 'read') await tellBudget(reply, 'shared', deps)
    else if (use === 'unasked') await tellBudget(reply, 'alone', deps)
    else await spendBudget(reply, use, deps)
  }

  /** Where the key cannot be looked up, whoever spends nothing is served as signed out. */
  async function knownCaller(
    reply: FastifyReply,
    use: BudgetUse,
    authorization: string,
  ): Promise<Caller> {
    const { request } = reply
    try {
      return await identifyCaller(authorization, deps)
    } catch (error) {
      const caller = signedOut(request.ip, deps)
      if (use === 'read' && error instanceof StoreError) return { ...caller, unread: error }
      request.caller = caller
      await tellBudget(reply, 'shared', deps)
      throw error
    }
  }

  addPreflight(app)
}

/** @throws {GatewayError} rate_limit_exceeded */
async function spendBudget(
  reply: FastifyReply,
  use: Exclude<BudgetUse, 'read' | 'unasked'>,
  deps: HookDeps,
): Promise<void> {
  const { request } = reply
  const { subject, limit, budgets } = request.caller
  const nowMs = deps.nowMs()
  const spent = await deps.limiter.spend(subject, limit, nowMs)
  reply.headers(budgetHeaders(spent))
  if (budgets !== null) {
    const planUse = spent.allowed ? planUseOf(request) : 'read'
    const ofPlan = await spendPlanBudgets(planUse, { subject, budgets, nowMs }, deps.meters)
    reply.headers({ ...budgetHeaders(scarcer(spent, ofPlan.ofDay)), ...ofPlan.headers })
    if (ofPlan.refusal !== null) throw ofPlan.refusal
  }
  if (!spent.allowed) throw minuteSpentError(spent)
  if (use === 'spend-on-key') await spendOnKey(request, nowMs, deps)
}

/** Tokens are spent by answers alone. */
function planUseOf(request: FastifyRequest): PlanUse {
  return request.routeOptions.config.body === 'chat' ? 'answer' : 'other'
}

function addPreflight(app: FastifyInstance): void {
  app.options('/*', { config: { audience: 'everybody' } }, async (request, reply) => {
    const requested = request.headers['access-control-request-headers']
    return reply.code(204).headers(preflightHeaders(requested)).send()
  })
}

/** A UUID, 32 hex digits or a ULID, with or without `req_` before it: nothing that could say anything. */
const safeId =
  /^(?:req_)?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/i

export function newRequestId(): string {
  return `req_${randomUUID()}`
}

/** What a request is called in the log and in `x-request-id`: as its caller or a proxy calls it, if that can be nothing but an id. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const { 'x-request-id': given } = headers
  return typeof given === 'string' && safeId.test(given) ? given : newRequestId()
}
