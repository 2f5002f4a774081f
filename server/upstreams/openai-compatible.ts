import { Pool, errors, type Dispatcher } from 'undici'
import type {
  AnswerSink,
  Availability,
  ChatMode,
  Upstream,
  UpstreamCall,
  UpstreamFailure,
  UpstreamRequest,
} from '../upstream.ts'

export interface OpenaiCompatibleOptions {
  readonly id: string
  readonly mode: ChatMode
  /** With `/v1` where the upstream has it. */
  readonly baseUrl: string
  readonly key: string | null
  /** Longest silence, before the first byte and between bytes. */
  readonly timeoutMs: number
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number
}

const firstPauseMs = 1_000
const longestPauseMs = 60_000

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
  const acceptByDelivery = {
    buffered: { ...headers, accept: 'application/json' },
    streamed: { ...headers, accept: 'text/event-stream' },
  }

  let failures = 0
  let downUntilMs = Number.NEGATIVE_INFINITY

  function noteFailure(failure: UpstreamFailure): void {
    // Requests that fail together count as one failure.
    if (failure.kind !== 'unreachable' || options.monotonicMs() < downUntilMs) return
    const pauseMs = Math.min(firstPauseMs * 2 ** failures, longestPauseMs)
    failures += 1
    downUntilMs = options.monotonicMs() + pauseMs
  }

  function availability(): Availability {
    return options.monotonicMs() < downUntilMs
      ? { available: false, kind: 'backing-off' }
      : { available: true }
  }

  function send(request: UpstreamRequest, sink: AnswerSink): UpstreamCall {
    const handler = createHandler({
      started() {
        failures = 0
        downUntilMs = Number.NEGATIVE_INFINITY
      },
      failed: noteFailure,
      sink,
    })
    pool.dispatch(
      {
        method: 'POST',
        path,
        headers: acceptByDelivery[request.delivery],
        // undici sends any typed array as it is; its types name Buffer only.
        body: request.body as Buffer,
      },
      handler,
    )
    return handler
  }

  return { id: options.id, mode: options.mode, availability, send, close: () => pool.destroy() }
}

interface HandlerEvents {
  readonly started: () => void
  readonly failed: (failure: UpstreamFailure) => void
  readonly sink: AnswerSink
}

function createHandler({ started, failed, sink }: HandlerEvents) {
  let controller: Dispatcher.DispatchController | null = null
  let aborted = false

  return {
    onRequestStart(control: Dispatcher.DispatchController) {
      controller = control
      if (aborted) control.abort(new Error('aborted'))
    },
    onResponseStart(
      _control: Dispatcher.DispatchController,
      status: number,
      headers: Record<string, string | string[] | undefined>,
    ) {
      if (status < 200) return
      started()
      if (aborted) return
      sink.head({
        status,
        mediaType: mediaTypeOf(headers['content-type']),
        retryAfter: single(headers['retry-after']) ?? null,
      })
    },
    onResponseData(_control: Dispatcher.DispatchController, chunk: Buffer) {
      if (!aborted) sink.data(chunk)
    },
    onResponseEnd() {
      if (!aborted) sink.end()
    },
    onResponseError(_control: Dispatcher.DispatchController | null, error: Error) {
      if (aborted) return
      const failure = toFailure(error)
      failed(failure)
      sink.fail(failure)
    },
    abort() {
      if (aborted) return
      aborted = true
      controller?.abort(new Error('aborted'))
    },
    pause() {
      controller?.pause()
    },
    resume() {
      controller?.resume()
    },
  }
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function toFailure(error: Error): UpstreamFailure {
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return { kind: 'timeout' }
  }
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && (unreachableCodes.has(code) || code.startsWith('ERR_TLS_'))) {
    return { kind: 'unreachable' }
  }
  return { kind: 'broken' }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function mediaTypeOf(contentType: string | string[] | undefined): string {
  return (single(contentType)?.split(';')[0] ?? '').trim().toLowerCase()
}
