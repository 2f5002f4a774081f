import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { DialectId } from '#shared/dialects/api-dialect.ts'
import { bodyBytes } from './body-parser.ts'
import type { Caller } from './identify-caller.ts'

/** A request for an answer that was admitted and read, and the response to it, which is written as it is. */
export interface AnswerExchange {
  readonly id: string
  /** The pattern of its path. */
  readonly route: string
  readonly caller: Caller
  readonly requestHeaders: IncomingHttpHeaders
  readonly body: Uint8Array
  readonly raw: ServerResponse
  /** The dialect whose clients read its errors. */
  readonly errors: DialectId
  /** What every response says, names and values in turn; asked for once, when the response begins. */
  begin(): readonly string[]
}

/** The exchange of a request that came by way of Fastify, which has no part in its response from `begin` on. */
export function exchangeOf(reply: FastifyReply): AnswerExchange {
  const { request, raw } = reply
  return {
    id: request.id,
    route: request.routeOptions.url ?? 'none',
    caller: request.caller,
    requestHeaders: request.headers,
    body: bodyBytes(request.body),
    raw,
    errors: request.routeOptions.config.errors ?? 'chat',
    begin() {
      reply.hijack()
      return Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
    },
  }
}
