import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serveBuffered, type ReportExchange } from '#shared/exchange/serve-exchange.ts'
import { defaultLimits } from '../../gateway/config/size-limits.ts'
import { parseRequest, type ApiRequest } from '../../gateway/answer/request/parse-request.ts'
import type { ServerDialect } from '../../gateway/answer/dialects/server-dialect.ts'
import { dialectWriter } from '#shared/exchange/dialect-writer.ts'
import type { ProxyDeps } from './proxy-deps.ts'
import { serveAnswer } from './serve-answer.ts'

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

async function answer({ request, reply, dialect }: Asked, { route, report }: ProxyDeps) {
  const gone = new AbortController()
  const { signal } = gone
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const parsed = parse(dialect, request.body)
  request.askedModel = parsed.model
  try {
    const { exchange, headers, headersAtEnd, ended, ...options } = await route.open({
      dialect,
      request: parsed,
      signal,
    })
    let atEnd: Readonly<Record<string, string>> = {}
    const tell: ReportExchange = (judgement, end) => {
      atEnd = headersAtEnd(end)
      if (signal.aborted) report.left(parsed.model)
      else report.ended(ended(judgement, end))
    }
    const serving = { ...options, writer: dialectWriter(dialect, parsed.whole()) }
    if (parsed.delivery === 'buffered') {
      const text = await serveBuffered(exchange, tell, serving)
      const type = 'application/json; charset=utf-8'
      return await reply
        .headers({ ...headers, ...atEnd })
        .type(type)
        .send(text)
    }
    await serveAnswer({ exchange, headers }, reply, tell, serving)
    return reply
  } catch (error) {
    if (!signal.aborted) throw error
    report.left(parsed.model)
    reply.hijack()
    return reply
  }
}

/** @throws {GatewayError} invalid_request_error, unsupported_parameter */
function parse(dialect: ServerDialect, body: unknown): ApiRequest {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array(0)
  // As gateways have them, if their operators left them as they were.
  const passes = parseRequest(bytes, defaultLimits.request, dialect.requestForm)
  for (;;) {
    const pass = passes.next()
    if (pass.done === true) return pass.value
  }
}
