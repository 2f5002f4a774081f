import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import {
  internalErrorBody,
  serveStream,
  type ReportExchange,
  type ServeOptions,
} from '#shared/exchange/serve-exchange.ts'
import type { RoutedExchange } from './proxy-route.ts'
import { errorEvent } from '#shared/dialects/error-shapes.ts'

/** Writes a stream to the tool as its events open, no faster than it reads. Whatever fails, it is told and not left waiting. */
export async function serveAnswer(
  { exchange, headers }: Pick<RoutedExchange, 'exchange' | 'headers'>,
  reply: FastifyReply,
  report: ReportExchange,
  options: ServeOptions = {},
): Promise<void> {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  try {
    for await (const { bytes } of serveStream(exchange, report, options)) {
      if (!raw.write(bytes)) await drained(raw)
    }
  } catch {
    const { errors } = reply.request.routeOptions.config
    raw.write(errorEvent({ body: internalErrorBody(), statusCode: 500 }, errors))
  }
  raw.end()
}

/** Resolves when there is room again, or nobody to write to. */
function drained(raw: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (raw.destroyed) return resolve()
    const settle = () => {
      raw.off('drain', settle)
      raw.off('close', settle)
      resolve()
    }
    raw.once('drain', settle)
    raw.once('close', settle)
  })
}
