import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GatewayError } from '../errors.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { budgetHeaders, retryHeaders } from './budget-headers.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { identifyCaller, signedOut, type Caller, type IdentifyDeps } from './identify-caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    /** `spend` takes one request of the caller's budget; everything else only reads it. */
    budget?: 'spend'
    /** Set where a key is not looked at, because the answer is the same for everybody. */
    audience?: 'everybody'
  }
}

export interface HookDeps extends IdentifyDeps {
  readonly limiter: RateLimiter
  readonly nowMs: () => number
}

/** A caller's own request id is not trusted, and not repeated. */
export function newRequestId(): string {
  return `req_${randomUUID()}`
}

/** Request id, CORS, caller and budget, on every response, errors and unknown paths included. */
export function addCommonHooks(app: FastifyInstance, deps: HookDeps): void {
  app.decorateRequest('caller', null as unknown as Caller)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(corsHeaders)
    reply.header('x-request-id', request.id)
    const { audience, budget } = request.routeOptions.config
    const { authorization } = request.headers
    if (authorization === undefined || audience === 'everybody') {
      request.caller = signedOut(request.ip, deps)
    } else {
      request.caller = await knownCaller(request, reply, authorization)
    }
    await applyBudget(request, reply, budget ?? 'read')
  })

  async function knownCaller(
    request: FastifyRequest,
    reply: FastifyReply,
    authorization: string,
  ): Promise<Caller> {
    try {
      return await identifyCaller(authorization, deps)
    } catch (error) {
      request.caller = signedOut(request.ip, deps)
      await applyBudget(request, reply, 'read')
      throw error
    }
  }

  async function applyBudget(
    request: FastifyRequest,
    reply: FastifyReply,
    budget: 'spend' | 'read',
  ): Promise<void> {
    const { subject, limit } = request.caller
    const nowMs = deps.nowMs()
    if (budget === 'read') {
      reply.headers(budgetHeaders(await deps.limiter.peek(subject, limit, nowMs)))
      return
    }
    const spent = await deps.limiter.spend(subject, limit, nowMs)
    reply.headers(budgetHeaders(spent))
    if (spent.allowed) return
    throw new GatewayError(
      'rate_limit_exceeded',
      `The budget of ${limit} requests a minute is spent.`,
      { headers: retryHeaders(spent) },
    )
  }

  app.options('/*', { config: { audience: 'everybody' } }, async (request, reply) => {
    const requested = request.headers['access-control-request-headers']
    return reply.code(204).headers(preflightHeaders(requested)).send()
  })
}
