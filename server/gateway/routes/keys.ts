import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import { callerErrors } from '#shared/words/english/errors/caller-errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as Type from 'typebox'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import type { Account, Accounts } from '../accounts/accounts.ts'
import type { Plan } from '../config/plans.ts'
import type { UsageBook } from '../accounts/usage-book.ts'
import { decodeUtf8 } from '../common/decode-utf8.ts'
import { firstProblem } from '../answer/request/first-problem.ts'
import { GatewayError } from '../common/errors.ts'
import { bodyBytes } from '../http/body-parser.ts'
import { describe } from '../http/openapi/operations.ts'
import { RedeemSchema } from '../http/redeem-schema.ts'

export interface KeysDeps {
  readonly accounts: Accounts
  readonly usage: Pick<UsageBook, 'of'>
}

/** `POST /api/keys` and what a key may do with itself. A key is shown once, in the answer that made it. */
export function addKeys(app: FastifyInstance, { accounts, usage }: KeysDeps): void {
  app.post(
    '/api/keys',
    { ...describe('makeKey'), config: { budget: 'spend-on-key' } },
    async (_request, reply) => {
      const { key, account } = await accounts.createKey()
      return reply.code(201).header('cache-control', 'no-store').send({
        id: account.id,
        key,
        plan: account.plan.id,
        created_at: account.createdAt,
      })
    },
  )

  app.get('/api/keys/self', describe('self'), (request) => entry(ownAccount(request)))

  app.get('/api/keys/self/usage', describe('usage'), async (request) => {
    const used = await usage.of(ownAccount(request).id)
    return {
      object: 'list',
      data: used.map(({ day, model, requests, promptTokens, completionTokens }) => ({
        day,
        model,
        requests,
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
      })),
    }
  })

  const spending = { config: { budget: 'spend' } } as const
  app.post(
    '/api/keys/self/rotate',
    { ...describe('rotate'), ...spending },
    async (request, reply) => {
      const account = ownAccount(request)
      const key = await accounts.rotate(account.id)
      return reply.header('cache-control', 'no-store').send({ ...entry(account), key })
    },
  )

  app.delete('/api/keys/self', describe('revoke'), async (request) => {
    const account = ownAccount(request)
    await accounts.revoke(account.id)
    return { id: account.id, revoked: true }
  })

  app.post('/api/keys/self/redeem', { ...describe('redeem'), ...spending }, async (request) => {
    const account = ownAccount(request)
    const { code } = parseRedeem(bodyBytes(request.body))
    const redemption = await accounts.redeem(account.id, code)
    switch (redemption.outcome) {
      case 'redeemed':
        return entry(redemption.account)
      case 'unknown':
        throw new GatewayError('voucher_unknown', callerErrors.noVoucher, { param: 'code' })
      case 'already-redeemed':
        throw new GatewayError('voucher_redeemed', callerErrors.voucherRedeemed, {
          param: 'code',
        })
      case 'not-needed':
        throw new GatewayError('voucher_not_needed', callerErrors.voucherNotNeeded)
    }
  })
}

function ownAccount({ caller }: FastifyRequest): Account {
  if (caller.account) return caller.account
  if (caller.unread) throw caller.unread
  throw new GatewayError('invalid_api_key', callerErrors.noKey)
}

function entry(account: Account) {
  return {
    id: account.id,
    plan: account.plan.id,
    plan_until: account.planUntil,
    requests_per_minute: account.plan.requestsPerMinute,
    ...budgetsIn(account.plan),
    created_at: account.createdAt,
  }
}

function budgetsIn({ budgets }: Plan) {
  return {
    requests_per_day: budgets?.requestsPerDay ?? null,
    tokens_per_minute: budgets?.tokensPerMinute ?? null,
    tokens_per_day: budgets?.tokensPerDay ?? null,
  }
}

function parseRedeem(bytes: Uint8Array): Type.Static<typeof RedeemSchema> {
  let value: JsonObject
  try {
    value = parseJsonObject(bytes, decodeUtf8).value
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new GatewayError('invalid_request_error', requestErrors.body(error.message))
  }
  const problem = firstProblem(RedeemSchema, value)
  if (problem === null) return value as Type.Static<typeof RedeemSchema>
  const { param, expectation } = problem
  throw new GatewayError('invalid_request_error', `${param} ${expectation}`, { param })
}
