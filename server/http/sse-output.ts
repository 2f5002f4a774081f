import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Release } from '../deliver/held-events.ts'
import type { StreamOutput } from '../deliver/relay-stream.ts'
import { dependencyOf } from '../operation/dependency-of.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../operation/safe-logger.ts'
import type { UpstreamCall } from '../upstream.ts'
import { toGatewayError } from './error-handling.ts'
import { errorEvent } from '#shared/dialects/error-shapes.ts'
import { flatHeaders } from './flat-headers.ts'
import { takeOver } from './take-over.ts'
import { writeChunk } from './write-chunk.ts'

const sseHeaders = flatHeaders({
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
})

interface Begun {
  readonly call: UpstreamCall
  readonly release: Release | 'silent'
  /** Beside the usual ones. */
  readonly headers: Readonly<Record<string, string>>
}

interface SseOutput {
  /** Sends the headers; from here on the response is a stream. */
  begin(begun: Begun): void
  onFinish(listener: () => void): void
  readonly output: StreamOutput
}

/** Silence after which a comment shows that the connection lives; some front-ends cannot parse one. */
const silenceMs = 15_000

/** While an answer waits for its proof nothing of it is written, which proxies take for a dead connection. */
function keepOpen(raw: ServerResponse): void {
  const timer = setInterval(() => {
    if (!raw.writableEnded) raw.write(': waiting for proof\n\n')
  }, silenceMs)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}

/** A response as a stream of events. The upstream is held back while the caller reads slowly. */
export function createSseOutput(
  reply: FastifyReply,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: SafeLogger },
): SseOutput {
  const { raw, request } = reply
  let call: UpstreamCall | null = null
  let paused = false
  let finished: (() => void) | null = null
  /** What is written within one turn leaves as one piece: each write of its own is a call of the system. */
  let waiting: Uint8Array[] = []
  let isScheduled = false
  let hasHeadLeft = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    process.nextTick(leave)
  }

  function takeWaiting(): Uint8Array {
    const [only] = waiting
    const bytes = waiting.length === 1 && only ? only : Buffer.concat(waiting)
    waiting = []
    return bytes
  }

  function leave(): void {
    isScheduled = false
    if (raw.destroyed || raw.writableEnded) return
    if (waiting.length === 0) {
      raw.flushHeaders()
      hasHeadLeft = true
      return
    }
    const bytes = takeWaiting()
    const isTaken = hasHeadLeft ? writeChunk(raw, bytes) : raw.write(bytes)
    hasHeadLeft = true
    if (isTaken || paused) return
    paused = true
    ;(raw.socket ?? raw).once('drain', resume)
    call?.pause()
  }

  function resume(): void {
    paused = false
    call?.resume()
  }

  return {
    begin(begun) {
      call = begun.call
      if (begun.release === 'none') keepOpen(raw)
      raw.writeHead(200, [...takeOver(reply), ...flatHeaders(begun.headers), ...sseHeaders])
      schedule()
    },
    onFinish(listener) {
      finished = listener
    },
    output: {
      write(bytes) {
        waiting.push(bytes)
        schedule()
      },
      finish() {
        raw.end(takeWaiting())
        finished?.()
      },
      break(error) {
        const known = toGatewayError(error)
        if (known.code === 'internal_error') {
          logger.error({ err: error, requestId: request.id }, 'a stream failed')
        }
        metrics.countRefusal(known.code, known.checks)
        if (known.code === 'store_unavailable') metrics.countDependencyError(dependencyOf(error))
        if (waiting.length > 0) raw.write(takeWaiting())
        raw.end(errorEvent(known, request.routeOptions.config.errors))
      },
    },
  }
}
