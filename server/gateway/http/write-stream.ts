import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { errorEvent } from '#shared/dialects/error-shapes.ts'
import { operatorStates } from '#shared/words/english/programs/operator-log.ts'
import { dependencyOf } from '../operation/dependency-of.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../common/safe-logger.ts'
import { toGatewayError } from './error-handling.ts'

const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

interface StreamTo {
  readonly reply: FastifyReply
  /** Headers beside the usual ones of a stream. */
  readonly said: Readonly<Record<string, string>>
  /** Whether nothing is written for long, which proxies take for a dead connection. */
  readonly isSilent: boolean
  /** Aborted when nobody waits for the stream any more. */
  readonly signal: AbortSignal
}

/** Silence after which a comment shows that the connection lives; some front-ends cannot parse one. */
const silenceMs = 15_000

/** Writes a stream of events as it is pulled: nothing more is asked for while the caller reads slowly. */
export async function writeStream(
  pieces: AsyncIterable<Uint8Array>,
  { reply, said, isSilent, signal }: StreamTo,
): Promise<void> {
  // Fastify hands the response over: from here on, this function writes it.
  const { raw } = reply.hijack()
  raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...said, ...sseHeaders })
  if (isSilent) keepOpen(raw)
  let hasHeadLeft = false
  // The head leaves together with the first piece, if the piece is there already.
  process.nextTick(() => {
    if (!hasHeadLeft && !raw.writableEnded) raw.flushHeaders()
    hasHeadLeft = true
  })
  for await (const bytes of pieces) {
    const isTaken = hasHeadLeft ? writeChunk(raw, bytes) : raw.write(bytes)
    hasHeadLeft = true
    if (!isTaken) await drained(raw, signal)
  }
  raw.end()
}

const lineEnd = '\r\n'

/**
 * Writes a piece of a body as one buffer, its frame of the chunked transfer coding (RFC 9112 section 7.1)
 * included: Node's own `write` makes four of it, which for a token costs more than all else does.
 * Where the body is not chunked (HTTP/1.0), Node writes it.
 * @param response one whose head has left
 * @returns false when the caller reads slowly, and nothing more should be written until the socket drains
 */
export function writeChunk(response: ServerResponse, bytes: Uint8Array): boolean {
  const { socket } = response
  // A frame of no bytes would end the body.
  if (bytes.length === 0) return true
  if (socket === null || !response.chunkedEncoding) return response.write(bytes)
  const size = `${bytes.length.toString(16)}${lineEnd}`
  const frame = Buffer.allocUnsafe(size.length + bytes.length + lineEnd.length)
  frame.write(size, 0, 'latin1')
  frame.set(bytes, size.length)
  frame.write(lineEnd, size.length + bytes.length, 'latin1')
  return socket.write(frame)
}

/** The end of a stream that is not whole: an error event, behind which no receipt stands. */
export function breakOff(
  { raw, request }: FastifyReply,
  error: unknown,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: SafeLogger },
): void {
  if (raw.destroyed) return
  const known = toGatewayError(error)
  if (known.code === 'internal_error') {
    logger.error({ err: error, requestId: request.id }, operatorStates.streamFailed)
  }
  metrics.countRefusal(known.code, known.checks)
  if (known.code === 'store_unavailable') metrics.countDependencyError(dependencyOf(error))
  raw.end(errorEvent(known, request.routeOptions.config.errors))
}

function keepOpen(raw: ServerResponse): void {
  const timer = setInterval(() => {
    if (!raw.writableEnded) raw.write(': waiting for proof\n\n')
  }, silenceMs)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

function drained(raw: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const output = raw.socket ?? raw
    const done = () => {
      output.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    output.once('drain', done)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
  })
}
