import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { modes, type Mode } from '#shared/modes.ts'
import { resolveModel, type Catalogue, type Model, type Resolved } from '../catalogue/catalogue.ts'
import type { RequestLimits } from '../config/size-limits.ts'
import type { DeliveryDeps } from '../answer/deliver.ts'
import type { ReleaseWish } from '../answer/delivery-plan.ts'
import type { Routing } from '../answer/choice/route-health.ts'
import { planRequest } from '../answer/dialects/plan-request.ts'
import type { ServerDialect } from '../answer/dialects/server-dialect.ts'
import { serverDialects } from '../answer/dialects/server-dialects.ts'
import { parseRequest } from '../answer/request/parse-request.ts'
import { GatewayError } from '../common/errors.ts'
import { bodyBytes } from '../http/body-parser.ts'
import type { Caller } from '../http/callers/identify-caller.ts'
import { describe } from '../http/openapi/operations.ts'
import { inTurns } from '../common/in-turn.ts'
import type { Plans } from '../config/plans.ts'
import { deliverToCaller } from './deliver-to-caller.ts'
import { watchAnswer, type WatchDeps } from './watch-answer.ts'

export interface AnswerRequestDeps extends DeliveryDeps, WatchDeps {
  readonly catalogue: Catalogue
  readonly plans: Plans
  readonly requestLimits: RequestLimits
  /** What the operator set for callers who do not say. */
  readonly release: ReleaseWish
  readonly routing: Routing
}

/** `POST /v1/chat/completions` and the other dialects, also without `/v1`: people type base addresses both ways. */
export function addAnswerRequests(app: FastifyInstance, deps: AnswerRequestDeps): void {
  for (const dialect of serverDialects) {
    for (const url of [`/v1${dialect.path}`, dialect.path]) {
      const config = { budget: 'spend', body: 'chat', errors: dialect.format.id } as const
      app.post(url, { ...describe(dialect.operation, url), config }, async (_request, reply) => {
        await answerRequest(reply, dialect, deps)
        return reply
      })
    }
  }
}

/** Answers a request whose body was read. @throws {GatewayError} before the response begins */
async function answerRequest(
  reply: FastifyReply,
  dialect: ServerDialect,
  deps: AnswerRequestDeps,
): Promise<void> {
  const { headers, caller, body: received } = reply.request
  const watch = watchAnswer(reply, deps)
  const body = bodyBytes(received)
  const passes = parseRequest(body, deps.requestLimits, dialect.requestForm)
  const parsed = await inTurns(deps.inTurn, body.length, passes)
  const plan = planRequest({
    dialect,
    request: { ...parsed, shownMode: readShownMode(headers, parsed.shownMode) },
    resolved: admit(parsed.model, caller, deps),
    subject: caller.subject,
    release: releaseWish(headers, deps.release),
    signal: watch.signal,
    answerLimits: deps.answerLimits,
    routing: deps.routing,
  })
  await deliverToCaller(reply, { plan, watch }, deps)
}

const shownModeHeader = 'x-svc-shown-mode'

/**
 * The mode that was shown to whoever asks: the body's member, or the header, for tools whose bodies cannot be
 * changed.
 * @param inBody null where the body has none
 * @throws {GatewayError} invalid_request_error for another word, or two that differ
 */
export function readShownMode(headers: IncomingHttpHeaders, inBody: Mode | null): Mode | null {
  const word = headers[shownModeHeader]
  if (word === undefined) return inBody
  const mode = modes.find((each) => each === word)
  if (mode === undefined) throw shownModeRefusal(requestErrors.oneOfModes(modes.join(', ')))
  if (inBody !== null && inBody !== mode) {
    throw shownModeRefusal(requestErrors.twoModes(mode, inBody))
  }
  return mode
}

function shownModeRefusal(problem: string): GatewayError {
  return new GatewayError('invalid_request_error', `${shownModeHeader} ${problem}`, {
    param: shownModeHeader,
  })
}

/** `x-svc-release: proven` asks that nothing leaves before it is proven (PROTOCOL.md §10). */
export function releaseWish(headers: IncomingHttpHeaders, usual: ReleaseWish): ReleaseWish {
  const wish = headers['x-svc-release']
  if (wish === undefined) return usual
  if (wish === 'proven') return 'proven'
  throw new GatewayError('invalid_request_error', requestErrors.onlyProven, {
    param: 'x-svc-release',
  })
}

/** @throws {GatewayError} model_not_found, not_entitled */
export function admit(
  name: string,
  caller: Caller,
  { catalogue, plans }: Pick<AnswerRequestDeps, 'catalogue' | 'plans'>,
): Resolved {
  const resolved = resolveModel(catalogue, name)
  if (!resolved) {
    throw new GatewayError('model_not_found', requestErrors.noModel, { param: 'model' })
  }
  const { model } = resolved
  if (mayUse(model, caller, plans)) return resolved
  throw new GatewayError('not_entitled', requestErrors.otherPlan(model.id, model.plan ?? ''), {
    param: 'model',
  })
}

export function mayUse({ plan }: Model, { account }: Caller, plans: Plans): boolean {
  return plan === null || plans.entitles(account?.plan ?? null, plan)
}
