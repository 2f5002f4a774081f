import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { modeHeader, receiptHeader } from '../deliver/answer-headers.ts'
import { CallerGone, UpstreamUnreachable, callUpstream } from '../deliver/call-upstream.ts'
import { chooseRoute } from '../deliver/choose-route.ts'
import { collectCount } from '../deliver/collect-count.ts'
import { parseCountRequest } from '../dialects/count-request.ts'
import { GatewayError, doNotRetry } from '../errors.ts'
import { bodyBytes } from '../http/body-parser.ts'
import { describe } from '../http/operations.ts'
import { readShownMode } from '../http/read-shown-mode.ts'
import { inTurns } from '../in-turn.ts'
import { forwardBody } from '../deliver/forward-body.ts'
import { admit, type AnswerRequestDeps } from './answer-requests.ts'
import { abortWithCaller, tellOperator } from './deliver-to-caller.ts'

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

async function count(request: FastifyRequest, reply: FastifyReply, deps: AnswerRequestDeps) {
  const signal = abortWithCaller(reply)
  const bytes = bodyBytes(request.body)
  const passes = parseCountRequest(bytes, deps.requestLimits)
  const parsed = await inTurns(deps.inTurn, bytes.length, passes)
  const shownMode = readShownMode(request.headers, parsed.shownMode)
  const { model } = admit(parsed.model, request.caller, deps)
  const {
    route: { upstream, upstreamModel, mode },
  } = chooseRoute(model, { shownMode, tried: new Set(), refused: null })
  if (model.task !== 'chat' || !upstream.countsTokens) throw notCounted(model.id)
  const body = forwardBody({ ...parsed, upstreamModel, mode, dialect: 'messages' })
  try {
    const counted = await collectCount((accept, reject) => {
      callUpstream({
        send: (sink) =>
          upstream.send({ dialect: 'messages', asks: 'count', body, delivery: 'buffered' }, sink),
        signal,
        accept,
        freshen: () => null,
        forClient: null,
        report: (trouble) => tellOperator({ upstream: upstream.id, ...trouble }, request.id, deps),
      }).catch(reject)
    })
    reply.headers({ [modeHeader]: mode, [receiptHeader]: 'none' })
    return reply.type('application/json; charset=utf-8').send(counted)
  } catch (error) {
    if (error instanceof CallerGone) return reply.hijack()
    if (!(error instanceof UpstreamUnreachable)) throw error
    throw new GatewayError('upstream_error', 'The upstream of this model cannot be reached now.')
  }
}

function notCounted(id: string): GatewayError {
  return new GatewayError(
    'not_found',
    `The upstream that answers for the model "${id}" does not count tokens.`,
    { param: 'model', headers: doNotRetry },
  )
}
