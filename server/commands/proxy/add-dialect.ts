import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openExchange, type OpenExchange } from '#shared/exchange/open-exchange.ts'
import {
  serveBuffered,
  type ReportExchange,
  type ServeOptions,
} from '#shared/exchange/serve-exchange.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { defaultLimits } from '../../config/size-limits.ts'
import type { ApiRequest } from '../../deliver/parse-request.ts'
import type { ServerDialect } from '../../dialects/server-dialect.ts'
import { digestHeader, modeHeader } from '../../deliver/answer-headers.ts'
import { describeOtherSigner } from './describe-other-signer.ts'
import { dialectWriter } from './dialect-writer.ts'
import { svcOf } from './hand-out-svc.ts'
import type { ProxyDeps } from './proxy-deps.ts'
import { writeStream } from './serve-answer.ts'

/** The requests of one dialect, also without `/v1`. */
export function addDialect(app: FastifyInstance, dialect: ServerDialect, deps: ProxyDeps): void {
  for (const prefix of ['/v1', '']) {
    const config = { errors: dialect.format.id }
    app.post(`${prefix}${dialect.path}`, { config }, (request, reply) =>
      answer({ request, reply, dialect }, deps),
    )
  }
}

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly dialect: ServerDialect
}

async function answer({ request, reply, dialect }: Asked, deps: ProxyDeps) {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const parsed = parse(dialect, request.body)
  request.askedModel = parsed.model
  const { delivery, value } = parsed
  const client = deps.client.whileConnected(gone.signal, delivery)
  try {
    const endpoint = dialect.task
    const exchange = await openExchange(chatOf(dialect, value), { ...deps, client, endpoint })
    const report: ReportExchange = (judgement, end) =>
      gone.signal.aborted
        ? deps.report.left(exchange.model)
        : deps.report.ended(exchange, judgement, end)
    const serving = { exchange, report, options: optionsFor(dialect, value, deps) }
    if (delivery === 'buffered') return await sendBuffered(serving, reply)
    await writeStream(exchange, reply, report, serving.options)
    return reply
  } catch (error) {
    if (!gone.signal.aborted) throw error
    deps.report.left(request.askedModel)
    reply.hijack()
    return reply
  }
}

/** @throws {GatewayError} invalid_request_error, unsupported_parameter */
function parse(dialect: ServerDialect, body: unknown): ApiRequest {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array(0)
  // As gateways have them, if their operators left them as they were.
  const passes = dialect.parse(bytes, defaultLimits.request)
  for (;;) {
    const pass = passes.next()
    if (pass.done === true) return pass.value
  }
}

/** What is encrypted. Who asks, and under which name an operator may keep a prefix, changes no answer. */
function chatOf({ translation }: ServerDialect, value: JsonObject): JsonObject {
  if (translation === null) return value
  const {
    prompt_cache_key: _cacheKey,
    safety_identifier: _safetyIdentifier,
    ...chat
  } = translation.toChat(value)
  return chat
}

function optionsFor(
  dialect: ServerDialect,
  request: JsonObject,
  { trust }: Pick<ProxyDeps, 'trust'>,
): ServeOptions {
  const isTranslated = dialect.translation !== null
  return {
    svcFor: (judgement, end) => svcOf(judgement, end, isTranslated),
    adviceFor: (_judgement, { svc }) => describeOtherSigner(svc, trust.signers),
    writer: dialectWriter(dialect, request),
  }
}

interface Serving {
  readonly exchange: OpenExchange
  readonly report: ReportExchange
  readonly options: ServeOptions
}

async function sendBuffered({ exchange, report, options }: Serving, reply: FastifyReply) {
  let digest = ''
  const text = await serveBuffered(exchange, report, {
    ...options,
    svcFor(judgement, end) {
      digest = end.svc?.receipt_digest ?? ''
      return options.svcFor?.(judgement, end) ?? null
    },
  })
  return reply
    .headers({ ...exchange.headers, [modeHeader]: 'e2ee', [digestHeader]: digest })
    .type('application/json; charset=utf-8')
    .send(text)
}
