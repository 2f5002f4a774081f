import { Pool } from 'undici'
import type { AnswerSink, Availability, ChatMode, Upstream, UpstreamRequest } from '../upstream.ts'
import { createBackOff } from '../upstream-http/back-off.ts'
import { dispatchAnswer, readHead, type AnswerEvents } from '../upstream-http/dispatch-answer.ts'
import { createKeptPool } from '../upstream-http/kept-pool.ts'

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
 * Where a kept connection ends as the request goes out over it, the request is sent once more, over a new
 * one. What breaks off later was being worked on, and nobody is asked twice for it.
 */
const idleEndMs = 5_000

/**
 * Any server that speaks OpenAI's chat completions. It is sent the request's body and the
 * operator's own key: no header, address or key of the caller.
 */
export function createOpenaiCompatible(options: OpenaiCompatibleOptions): Upstream {
  const base = new URL(options.baseUrl)
  const path = `${base.pathname.replace(/\/+$/, '')}/chat/completions`
  const silenceMs = options.timeoutMs
  const connectTimeoutMs = Math.min(options.timeoutMs, 10_000)
  const kept = createKeptPool(base.origin, { silenceMs, connectTimeoutMs })
  // A connection for each request.
  const fresh = new Pool(base.origin, {
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: { timeout: connectTimeoutMs },
    pipelining: 0,
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
    const sentMs = options.monotonicMs()
    const events: AnswerEvents = {
      head(status, received) {
        backOff.succeed()
        sink.head(readHead(status, received, 'none'))
      },
      data: (chunk) => sink.data(chunk),
      end: () => sink.end(null),
      fail({ kind }) {
        if (kind === 'unreachable') backOff.fail()
        sink.fail({ kind })
      },
    }
    let call = dispatchAnswer(kept, post, {
      ...events,
      fail(failure) {
        const isIdle = failure.wasKept && options.monotonicMs() - sentMs < idleEndMs
        if (isIdle) call = dispatchAnswer(fresh, post, events)
        else events.fail(failure)
      },
    })
    return {
      abort: () => call.abort(),
      pause: () => call.pause(),
      resume: () => call.resume(),
    }
  }

  async function close(): Promise<void> {
    await Promise.all([kept.destroy(), fresh.destroy()])
  }

  const { id, mode } = options
  return { id, mode, enclave: null, availability, send, close }
}
