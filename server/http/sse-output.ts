import type { FastifyReply } from 'fastify'
import type { StreamOutput } from '../deliver/relay-stream.ts'
import type { Metrics } from '../metrics.ts'
import type { SafeLogger } from '../safe-logger.ts'
import type { UpstreamCall } from '../upstream.ts'
import { toGatewayError } from './error-handling.ts'

const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const

interface SseOutput {
  /** Sends the headers; from here on the reply is a stream. */
  begin(call: UpstreamCall): void
  onFinish(listener: () => void): void
  readonly output: StreamOutput
}

/** A reply as a stream of events. The upstream is held back while the caller reads slowly. */
export function createSseOutput(
  reply: FastifyReply,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: SafeLogger },
): SseOutput {
  const { raw } = reply
  let call: UpstreamCall | null = null
  let paused = false
  let finished: (() => void) | null = null

  raw.on('drain', () => {
    if (!paused) return
    paused = false
    call?.resume()
  })

  return {
    begin(upstreamCall) {
      call = upstreamCall
      reply.hijack()
      raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...sseHeaders })
      raw.flushHeaders()
    },
    onFinish(listener) {
      finished = listener
    },
    output: {
      write(bytes) {
        if (raw.write(bytes) || paused) return
        paused = true
        call?.pause()
      },
      finish() {
        raw.end()
        finished?.()
      },
      break(error) {
        const known = toGatewayError(error)
        if (known.code === 'internal_error') {
          logger.error({ err: error, requestId: reply.request.id }, 'a stream failed')
        }
        metrics.countRefusal(known.code)
        raw.end(`data: ${known.body}\n\n`)
      },
    },
  }
}
