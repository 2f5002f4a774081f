import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimiter } from '../accounts/rate-limits/rate-limiter.ts'
import { budgetHeaders } from './callers/budget-headers.ts'
import { corsHeaders, preflightHeaders } from './callers/cors.ts'
import { createRefuseAtEnd } from './refuse-at-end.ts'
import {
  scarcer,
  spendPlanBudgets,
  type BudgetMeters,
  type PlanUse,
} from './callers/plan-budgets.ts'
import { refuseForeign, type LocalOnly } from './callers/refuse-foreign.ts'
import { minuteSpentError, spentError } from './callers/spent-error.ts'
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
  type SpendDeps,
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

export interface HookDeps extends SpendDeps {
  /** Of keys made, by address. */
  readonly keysPerDay: { readonly limiter: RateLimiter; readonly limit: number }
  readonly meters: BudgetMeters
  /** Null where strangers are meant to ask. */
  readonly localOnly: LocalOnly | null
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

/** Request id, CORS, caller and budget, on every response, errors and unknown paths included. */
export function addCommonHooks(app: FastifyInstance, deps: HookDeps): void {
  app.decorateRequest('caller', null as unknown as Caller)

  const refuseAtEnd = createRefuseAtEnd(app, deps)

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(corsHeaders)
    reply.header('x-request-id', request.id)
    const refused = refuseAtEnd(request, reply)
    if (refused !== null) {
      void settle(refused, done)
      return
    }
    const { budget } = request.routeOptions.config
    const admitted = budget === 'spend' ? spendAtOnce(request.headers, deps) : null
    if (admitted === null) {
      void settle(admit(request, reply), done)
      return
    }
    request.caller = admitted.caller
    reply.headers(budgetHeaders(admitted.spent))
    done()
  })

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { audience, budget } = request.routeOptions.config
    const use = typeof budget === 'function' ? budget(request) : (budget ?? 'read')
    const credential = credentialOf(authorizationOf(request.headers))
    if (credential === null || audience === 'everybody') {
      request.caller = signedOut(request.ip, deps)
    } else {
      // Other operations show the key as it is kept.
      const recent = budget === 'spend' ? recentCaller(credential, deps) : null
      request.caller = recent ?? (await knownCaller(reply, use, credential))
    }
    // Before anything is spent: a page must not spend the budget of its reader either.
    const isPublic = audience === 'everybody' || request.caller.account !== null
    if (deps.localOnly !== null && !isPublic) {
      // A refusal tells the budget, too, as every response does.
      await tellBudget(reply, 'shared', deps)
      refuseForeign(request.headers, deps.localOnly)
    }
    if (use === 'read') await tellBudget(reply, 'shared', deps)
    else if (use === 'unasked') await tellBudget(reply, 'alone', deps)
    else await spendBudget(reply, use)
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

  async function spendBudget(
    reply: FastifyReply,
    use: Exclude<BudgetUse, 'read' | 'unasked'>,
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

  addPreflight(app)
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

/** A key is made on the budget of its maker's address, too, whoever asks. @throws {GatewayError} rate_limit_exceeded */
async function spendOnKey(request: FastifyRequest, nowMs: number, deps: HookDeps): Promise<void> {
  const address = signedOut(request.ip, deps)
  if (request.caller.subject !== address.subject) {
    const spent = await deps.limiter.spend(address.subject, address.limit, nowMs)
    const budget = `The budget of ${address.limit} requests a minute of this address`
    if (!spent.allowed) throw spentError(budget, spent)
  }
  const { limiter, limit } = deps.keysPerDay
  const made = await limiter.spend(address.subject, limit, nowMs)
  if (!made.allowed) throw spentError(`The budget of ${limit} keys a day of this address`, made)
}
