import { errors, type Dispatcher } from 'undici'
import type { AnswerHead, UpstreamCall } from '../upstream.ts'
import type { AnswerEvents, AnswerHeaders, ConnectionFailure } from './answer-events.ts'
import { boundAnswer, type Bounds } from './bound-answer.ts'
import { KeptConnectionEnded } from './kept-pool.ts'

export interface PostRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly bounds: Bounds
}

/** Posts a body and hands on what comes back, chunk by chunk. */
export function dispatchAnswer(
  dispatcher: Dispatcher,
  { path, headers, body, bounds }: PostRequest,
  events: AnswerEvents,
): UpstreamCall {
  const handler = createHandler(events, bounds)
  // undici sends any typed array as it is; its types name Buffer only.
  dispatcher.dispatch({ method: 'POST', path, headers, body: body as Buffer }, handler)
  return handler
}

function createHandler(answer: AnswerEvents, bounds: Bounds) {
  let controller: Dispatcher.DispatchController | null = null
  let aborted = false

  function abort(): void {
    if (aborted) return
    aborted = true
    bounded.cancel()
    controller?.abort(new Error('aborted'))
  }

  const bounded = boundAnswer(answer, bounds, abort)
  const { events } = bounded

  return {
    abort,
    onRequestStart(control: Dispatcher.DispatchController) {
      controller = control
      if (aborted) control.abort(new Error('aborted'))
    },
    onResponseStart(
      _control: Dispatcher.DispatchController,
      status: number,
      headers: Record<string, string | string[] | undefined>,
    ) {
      if (status >= 200 && !aborted) events.head(status, headers)
    },
    onResponseData(_control: Dispatcher.DispatchController, chunk: Buffer) {
      if (!aborted) events.data(chunk)
    },
    onResponseEnd() {
      if (!aborted) events.end()
    },
    onResponseError(_control: Dispatcher.DispatchController | null, error: Error) {
      if (!aborted) events.fail(toFailure(error, controller !== null))
    },
    pause() {
      controller?.pause()
    },
    resume() {
      controller?.resume()
    },
  }
}

/** @param wasSent whether the request, or some of it, may have left */
function toFailure(error: Error, wasSent: boolean): ConnectionFailure {
  if (error instanceof KeptConnectionEnded) return { kind: 'broken', wasKept: true }
  const cause = causeOf(error)
  const said = cause === null ? {} : { cause }
  if (!wasSent) return { kind: 'unreachable', ...said }
  const isSilence =
    error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
  return { kind: isSilence ? 'timeout' : 'broken', ...said }
}

/** Never a message: it may quote what came. */
function causeOf(error: Error): string | null {
  if (error instanceof errors.HTTPParserError) return 'NOT_HTTP'
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,63}$/.test(code) ? code : null
}

export function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** What a head says to everybody; where its bytes come from is the adapter's to say. */
export function readHead(
  status: number,
  headers: AnswerHeaders,
  provenance: AnswerHead['provenance'],
): AnswerHead {
  return {
    status,
    mediaType: (single(headers['content-type'])?.split(';')[0] ?? '').trim().toLowerCase(),
    retryAfter: single(headers['retry-after']) ?? null,
    provenance,
    hints: readHints(headers),
  }
}

const hintPattern =
  /^(?:x-e2ee-(?:applied|version|algo)|x-receipt-id|x-aci-(?:version|keyset-digest))$/

function readHints(headers: AnswerHeaders): Readonly<Record<string, string>> {
  const hints: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const text = single(value)
    if (text !== undefined && hintPattern.test(name) && /^[\w.:-]{1,128}$/.test(text)) {
      hints[name] = text
    }
  }
  return hints
}
