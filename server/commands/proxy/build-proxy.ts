import fastify, { type FastifyInstance } from 'fastify'
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
} from '#shared/exchange/serve-exchange.ts'
import type { GatewayClient } from './gateway-client.ts'
import { guardOrigin } from './guard-origin.ts'
import { writeStream } from './serve-answer.ts'

export interface ProxyDeps extends Omit<ExchangeDeps, 'client'> {
  readonly client: GatewayClient
  /** Origins of pages that may ask; programs send none. */
  readonly allowedOrigins: readonly string[]
  /** Told the judgement of each exchange. */
  readonly report: (exchange: OpenExchange, ...ended: Parameters<ReportExchange>) => void
}

/** An OpenAI-compatible endpoint for the tools of one machine, which hides their prompts from the gateway. */
export function buildProxy(deps: ProxyDeps): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: 20 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, _request, reply) => {
    const known = toRefusal(error)
    return reply
      .code(known?.statusCode ?? 500)
      .type('application/json; charset=utf-8')
      .send(known?.body ?? internalErrorBody())
  })
  guardOrigin(app, deps.allowedOrigins)
  app.setNotFoundHandler(() => {
    throw new ExchangeRefused({ code: 'not_found', message: 'There is nothing at this path.' })
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
      const exchange = await openExchange(chat, { ...deps, client })
      const report: ReportExchange = (judgement, end) => deps.report(exchange, judgement, end)
      if (delivery === 'streamed') {
        await writeStream(exchange, reply, report)
        return reply
      }
      const text = await serveBuffered(exchange, report)
      return reply.type('application/json; charset=utf-8').send(text)
    })
  }
  return app
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
  if (error instanceof ExchangeRefused) return error
  const { statusCode } = error as { statusCode?: unknown }
  if (statusCode === 413) {
    return new ExchangeRefused({ code: 'request_too_large', message: 'The body is too large.' })
  }
  return null
}
