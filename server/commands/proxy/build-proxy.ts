import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { limitJson } from '#shared/json/limit-json.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import {
  openExchange,
  type ExchangeDeps,
  type OpenExchange,
} from '#shared/exchange/open-exchange.ts'
import {
  internalErrorBody,
  serveBuffered,
  type ReportExchange,
  type ServeOptions,
} from '#shared/exchange/serve-exchange.ts'
import type { GatewayClient } from './gateway-client.ts'
import { describeNotFound } from '../../http/describe-not-found.ts'
import { digestHeader, modeHeader } from '../../deliver/answer-headers.ts'
import { describeOtherSigner } from './describe-other-signer.ts'
import { guardOrigin } from './guard-origin.ts'
import { svcOf } from './hand-out-svc.ts'
import { withOption } from './with-option.ts'
import { writeStream } from './serve-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the body was read. */
    askedModel: string | null
  }
}

export interface ProxyDeps extends Omit<ExchangeDeps, 'client'> {
  readonly client: GatewayClient
  /** Origins of pages that may ask; programs send none. */
  readonly allowedOrigins: readonly string[]
  readonly report: ProxyReport
}

/** What the proxy tells its user of each request. */
interface ProxyReport {
  /** The judgement of an exchange that came to its end. */
  ended(exchange: OpenExchange, ...ended: Parameters<ReportExchange>): Promise<void> | void
  /** The tool went away before its answer was whole, so nothing was judged. */
  left(model: string): void
  /** Nothing was answered. @param model as the tool named it, or null */
  refused(refusal: ExchangeRefused, model: string | null): void
}

/** An OpenAI-compatible endpoint for the tools of one machine, which hides their prompts from the gateway. */
export function buildProxy(deps: ProxyDeps): FastifyInstance {
  const { signers } = deps.trust
  const handOut: ServeOptions = {
    svcFor: svcOf,
    adviceFor: (_judgement, { svc }) => describeOtherSigner(svc, signers),
  }
  const app = fastify({
    logger: false,
    bodyLimit: 20 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
  })
  app.decorateRequest('askedModel', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => {
    const known = toRefusal(error)
    const isGone = reply.raw.destroyed
    if (known !== null && !isGone) deps.report.refused(known, request.askedModel)
    return reply
      .code(known?.statusCode ?? 500)
      .headers(known?.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(known?.body ?? internalErrorBody())
  })
  guardOrigin(app, deps.allowedOrigins)
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?')[0] ?? ''
    const message = describeNotFound(path, ['POST /v1/chat/completions', 'GET /v1/models'])
    throw new ExchangeRefused({ code: 'not_found', message })
  })

  for (const prefix of ['/v1', '']) {
    app.get(`${prefix}/models`, async (_request, reply) => {
      const bytes = await deps.client.modelList()
      return reply.type('application/json; charset=utf-8').send(sealableOnly(bytes))
    })
    app.post(`${prefix}/chat/completions`, async (request, reply) => {
      const chat = parseBody(request.body)
      const gone = new AbortController()
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort()
      })
      const delivery = chat['stream'] === true ? 'streamed' : 'buffered'
      const client = deps.client.whileConnected(gone.signal, delivery)
      request.askedModel = typeof chat['model'] === 'string' ? chat['model'] : null
      try {
        const exchange = await openExchange(chat, { ...deps, client })
        const report: ReportExchange = (judgement, end) =>
          gone.signal.aborted
            ? deps.report.left(exchange.model)
            : deps.report.ended(exchange, judgement, end)
        if (delivery === 'streamed') {
          await writeStream(exchange, reply, report, handOut)
          return reply
        }
        return await sendBuffered(exchange, reply, report)
      } catch (error) {
        if (!gone.signal.aborted) throw error
        deps.report.left(request.askedModel ?? '')
        reply.hijack()
        return reply
      }
    })
  }
  return app

  async function sendBuffered(exchange: OpenExchange, reply: FastifyReply, report: ReportExchange) {
    let digest = ''
    const text = await serveBuffered(exchange, report, {
      ...handOut,
      svcFor(judgement, end) {
        digest = end.svc?.receipt_digest ?? ''
        return svcOf(judgement, end)
      },
    })
    return reply
      .headers({ ...exchange.headers, [modeHeader]: 'e2ee', [digestHeader]: digest })
      .type('application/json; charset=utf-8')
      .send(text)
  }
}

/** As gateways have them, if their operators left them as they were. */
const bodyLimits = { values: 100_000, depth: 128 }

function parseBody(body: unknown): JsonObject {
  try {
    const bytes = body instanceof Uint8Array ? body : new Uint8Array(0)
    limitJson(bytes, bodyLimits)
    return parseJsonObject(bytes, parseUtf8).value
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new ExchangeRefused({ code: 'invalid_request_error', message: error.message })
  }
}

/** What the proxy cannot encrypt to it does not offer. */
function sealableOnly(bytes: Uint8Array): string {
  const list = JSON.parse(parseUtf8(bytes)) as {
    data: readonly { readonly svc: { readonly sealable: boolean } }[]
  }
  return JSON.stringify({ object: 'list', data: list.data.filter(({ svc }) => svc.sealable) })
}

function toRefusal(error: unknown): ExchangeRefused | null {
  if (error instanceof ExchangeRefused) return withOption(error)
  const { statusCode } = error as { statusCode?: unknown }
  if (statusCode === 413) {
    return new ExchangeRefused({ code: 'request_too_large', message: 'The body is too large.' })
  }
  return null
}
