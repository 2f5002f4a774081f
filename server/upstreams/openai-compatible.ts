import { Pool } from 'undici'
import type { AnswerSink, Availability, ChatMode, Upstream, UpstreamRequest } from '../upstream.ts'
import { createBackOff } from '../upstream-http/back-off.ts'
import { dispatchAnswer, readHead } from '../upstream-http/dispatch-answer.ts'

export interface OpenaiCompatibleOptions {
  readonly id: string
  readonly mode: ChatMode
  /** With `/v1` where the upstream has it. */
  readonly baseUrl: string
  readonly key: string | null
  /** Longest silence, before the first byte and between bytes; and longest body of what is no stream. */
  readonly timeoutMs: number
  /** Longest buffered answer. */
  readonly answerBytes: number
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number
}

/**
 * Any server that speaks OpenAI's chat completions. It is sent the request's body and the
 * operator's own key: no header, address or key of the caller.
 */
export function createOpenaiCompatible(options: OpenaiCompatibleOptions): Upstream {
  const base = new URL(options.baseUrl)
  const path = `${base.pathname.replace(/\/+$/, '')}/chat/completions`
  const pool = new Pool(base.origin, {
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    connect: { timeout: Math.min(options.timeoutMs, 10_000) },
  })
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'countersign',
    ...(options.key === null ? {} : { authorization: `Bearer ${options.key}` }),
  }
  const headersByDelivery = {
    buffered: { ...headers, accept: 'application/json' },
    streamed: { ...headers, accept: 'text/event-stream' },
  }
  const backOff = createBackOff({
    firstMs: 1_000,
    longestMs: 60_000,
    monotonicMs: options.monotonicMs,
  })

  function availability(): Availability {
    return backOff.isPausing() ? { available: false, kind: 'backing-off' } : { available: true }
  }

  function send({ body, delivery }: UpstreamRequest, sink: AnswerSink) {
    const bounds = { delivery, bytes: options.answerBytes, ms: options.timeoutMs }
    const post = { path, headers: headersByDelivery[delivery], body, bounds }
    return dispatchAnswer(pool, post, {
      head(status, received) {
        backOff.succeed()
        sink.head(readHead(status, received, 'none'))
      },
      data: (chunk) => sink.data(chunk),
      end: () => sink.end(null),
      fail(failure) {
        if (failure.kind === 'unreachable') backOff.fail()
        sink.fail(failure)
      },
    })
  }

  const { id, mode } = options
  return { id, mode, enclave: null, availability, send, close: () => pool.destroy() }
}
