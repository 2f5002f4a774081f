import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { errorEvent } from '#shared/dialects/error-shapes.ts'
import { dependencyOf } from '../operation/dependency-of.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../common/safe-logger.ts'
import { toGatewayError } from './error-handling.ts'
import { flatHeaders } from './flat-headers.ts'
import { writeChunk } from './write-chunk.ts'

const sseHeaders = flatHeaders({
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
})

interface StreamTo {
  readonly raw: ServerResponse
  /** Beside the usual headers of a stream, names and values in turn. */
  readonly said: readonly string[]
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
  { raw, said, isSilent, signal }: StreamTo,
): Promise<void> {
  raw.writeHead(200, [...said, ...sseHeaders])
  if (isSilent) keepOpen(raw)
  let hasHeadLeft = false
  // With the first piece, where that is here already.
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

/** The end of a stream that is not whole: an error event, behind which no receipt stands. */
export function breakOff(
  { raw, request }: FastifyReply,
  error: unknown,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: SafeLogger },
): void {
  if (raw.destroyed) return
  const known = toGatewayError(error)
  if (known.code === 'internal_error') {
    logger.error({ err: error, requestId: request.id }, 'a stream failed')
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
