import type { FastifyReply } from 'fastify'
import { serveStream, type Report } from '#shared/exchange/serve-exchange.ts'
import type { OpenExchange } from '#shared/exchange/open-exchange.ts'

/** Writes a stream to the tool as its events open. */
export async function writeStream(
  exchange: OpenExchange,
  reply: FastifyReply,
  report: Report,
): Promise<void> {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  for await (const { bytes } of serveStream(exchange, report)) raw.write(bytes)
  raw.end()
}
