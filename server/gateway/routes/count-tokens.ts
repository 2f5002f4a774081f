import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Mode } from '#shared/modes.ts'
import type { Model, Route } from '../catalogue/catalogue.ts'
import { modeHeader, receiptHeader } from '../answer/answer-headers.ts'
import { callError, otherAnswer, troubleOf } from '../answer/call-errors.ts'
import { chooseRoute } from '../answer/choice/choose-route.ts'
import { collectCount } from '../answer/collect-count.ts'
import {
  CallerGone,
  UpstreamBroken,
  UpstreamRefused,
  UpstreamUnreachable,
} from '../answer/choice/leg-failures.ts'
import { countRequestForm } from '../answer/dialects/count-request.ts'
import { parseRequest } from '../answer/request/parse-request.ts'
import { GatewayError, doNotRetry } from '../common/errors.ts'
import { bodyBytes } from '../http/body-parser.ts'
import { describe } from '../http/openapi/operations.ts'
import { inTurns } from '../common/in-turn.ts'
import { anonymize } from '../answer/anonymize.ts'
import { scanJson } from '#shared/json/scan-json.ts'
import { forwardBody } from '../answer/forward-body.ts'
import type { Routing } from '../answer/choice/route-health.ts'
import { admit, readShownMode, type AnswerRequestDeps } from './answer-requests.ts'
import { shuttingDown } from './deliver-to-caller.ts'
import { tellOperator } from './tell-operator.ts'

/**
 * `POST /v1/messages/count_tokens`, where the upstream that would answer counts. What comes back is its word, and no
 * answer: there is nothing that a receipt could be over.
 */
export function addCountTokens(app: FastifyInstance, deps: AnswerRequestDeps): void {
  for (const url of ['/v1/messages/count_tokens', '/messages/count_tokens']) {
    const config = { budget: 'spend', body: 'chat', errors: 'messages' } as const
    app.post(url, { ...describe('countTokens', url), config }, (request, reply) =>
      count(request, reply, deps),
    )
  }
}

const wanted = 'application/json'

async function count(request: FastifyRequest, reply: FastifyReply, deps: AnswerRequestDeps) {
  const gone = new AbortController()
  let isCut = false
  const hasEnded = deps.inFlight.add(() => {
    isCut = true
    gone.abort()
  })
  reply.raw.once('close', () => {
    hasEnded()
    if (!reply.raw.writableFinished) gone.abort()
  })
  const bytes = bodyBytes(request.body)
  const passes = parseRequest(bytes, deps.requestLimits, countRequestForm)
  const parsed = await inTurns(deps.inTurn, bytes.length, passes)
  const shownMode = readShownMode(request.headers, parsed.shownMode)
  const { model } = admit(parsed.model, request.caller, deps)
  const { upstream, upstreamModel, mode } = chooseCounting(model, shownMode, deps.routing)
  const bytesSent = mode === 'anonymized' ? anonymize(bytes, 'messages').bytes : bytes
  const body = forwardBody({
    bytes: bytesSent,
    members: scanJson(bytesSent).members,
    upstreamModel,
    dialect: 'messages',
  })
  try {
    const asked = { dialect: 'messages', asks: 'count', body, delivery: 'buffered' } as const
    const answer = await upstream.send(asked, gone.signal)
    if (answer.head.status !== 200 || answer.head.mediaType !== wanted) {
      throw await otherAnswer(answer, { wanted, forClient: null })
    }
    const counted = await collectCount(answer)
    reply.headers({ [modeHeader]: mode, [receiptHeader]: 'none' })
    return reply.type('application/json; charset=utf-8').send(counted)
  } catch (thrown) {
    if (isCut) throw shuttingDown()
    const error = callError(thrown, gone.signal)
    if (error instanceof CallerGone) return reply.hijack()
    const trouble = troubleOf(error)
    if (trouble !== null) tellOperator({ upstream: upstream.id, ...trouble }, request.id, deps)
    if (error instanceof UpstreamRefused || error instanceof UpstreamBroken) throw error.refusal
    if (!(error instanceof UpstreamUnreachable)) throw error
    throw new GatewayError('upstream_error', providerErrors.unreachable)
  }
}

/** A route in the mode that an answer would have: no other upstream is shown the prompt. @throws {GatewayError} */
function chooseCounting(model: Model, shownMode: Mode | null, routing: Routing): Route {
  const wish = { shownMode, tried: new Set<Route>(), sentIn: null, refused: null }
  const { mode } = chooseRoute(model, wish, routing).route
  const routes = model.routes.filter(
    (route) => route.mode === mode && route.upstream.countsTokens && model.task === 'chat',
  )
  if (routes.length === 0) throw notCounted(model.id)
  return chooseRoute({ ...model, routes }, wish, routing).route
}

function notCounted(id: string): GatewayError {
  return new GatewayError('not_found', providerErrors.countsNothing(id), {
    param: 'model',
    headers: doNotRetry,
  })
}
