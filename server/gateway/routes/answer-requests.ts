import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { resolveModel, type Catalogue, type Model, type Resolved } from '../catalogue/catalogue.ts'
import type { RequestLimits } from '../config/size-limits.ts'
import type { DeliveryDeps } from '../answer/deliver.ts'
import type { ReleaseWish } from '../answer/delivery-plan.ts'
import type { Routing } from '../answer/choice/route-health.ts'
import { planRequest } from '../answer/dialects/plan-request.ts'
import type { ServerDialect } from '../answer/dialects/server-dialect.ts'
import { serverDialects } from '../answer/dialects/server-dialects.ts'
import { GatewayError } from '../common/errors.ts'
import { bodyBytes } from '../http/body-parser.ts'
import type { Caller } from '../http/callers/identify-caller.ts'
import { describe } from '../http/openapi/operations.ts'
import { readShownMode } from '../http/read-shown-mode.ts'
import { inTurns } from '../common/in-turn.ts'
import type { AnswersInFlight } from '../operation/answers-in-flight.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { Plans } from '../config/plans.ts'
import type { SafeLogger } from '../common/safe-logger.ts'
import { deliverToCaller } from './deliver-to-caller.ts'
import type { WatchDeps } from './watch-answer.ts'

export interface AnswerRequestDeps extends DeliveryDeps, WatchDeps {
  readonly catalogue: Catalogue
  readonly plans: Plans
  readonly requestLimits: RequestLimits
  /** What the operator set for callers who do not say. */
  readonly release: ReleaseWish
  readonly routing: Routing
  readonly metrics: Metrics
  readonly logger: SafeLogger
  readonly inFlight: AnswersInFlight
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

/** Answers a request that was admitted and read. @throws {GatewayError} before the response begins */
function answerRequest(
  reply: FastifyReply,
  dialect: ServerDialect,
  deps: AnswerRequestDeps,
): Promise<void> {
  const { headers, caller, body: received } = reply.request
  const body = bodyBytes(received)
  return deliverToCaller(
    reply,
    async (signal) => {
      const passes = dialect.parse(body, deps.requestLimits)
      const parsed = await inTurns(deps.inTurn, body.length, passes)
      const asked = { ...parsed, shownMode: readShownMode(headers, parsed.shownMode) }
      const resolved = admit(parsed.model, caller, deps)
      const release = releaseWish(headers, deps.release)
      return planRequest({
        dialect,
        request: asked,
        resolved,
        subject: caller.subject,
        release,
        signal,
        answerLimits: deps.answerLimits,
        routing: deps.routing,
      })
    },
    deps,
  )
}

/** `x-svc-release: proven` asks that nothing leaves before it is proven (PROTOCOL.md §10). */
export function releaseWish(headers: IncomingHttpHeaders, usual: ReleaseWish): ReleaseWish {
  const wish = headers['x-svc-release']
  if (wish === undefined) return usual
  if (wish === 'proven') return 'proven'
  throw new GatewayError('invalid_request_error', 'x-svc-release can only be "proven".', {
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
    throw new GatewayError(
      'model_not_found',
      'No model or trait of this name exists. GET /v1/models lists them.',
      { param: 'model' },
    )
  }
  const { model } = resolved
  if (mayUse(model, caller, plans)) return resolved
  throw new GatewayError(
    'not_entitled',
    `The model "${model.id}" needs the plan "${model.plan ?? ''}".`,
    { param: 'model' },
  )
}

export function mayUse({ plan }: Model, { account }: Caller, plans: Plans): boolean {
  return plan === null || plans.entitles(account?.plan ?? null, plan)
}
