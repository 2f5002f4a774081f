import type { Mode } from '#shared/modes.ts'

/** The modes of a chat completion: `e2ee` is reached by the relay alone. */
export type ChatMode = Exclude<Mode, 'e2ee'>

export interface UpstreamRequest {
  /** JSON text of the request, already under the upstream's own model name. */
  readonly body: Uint8Array
  readonly delivery: 'buffered' | 'streamed'
}

export interface AnswerHead {
  readonly status: number
  /** Media type in lowercase, without parameters. */
  readonly mediaType: string
  /** The upstream's `retry-after`, as sent. */
  readonly retryAfter: string | null
}

/** How a call ended without a whole answer. Never carries text from the upstream. */
export interface UpstreamFailure {
  readonly kind: 'unreachable' | 'timeout' | 'broken'
}

/** Receives one answer: one head, any number of chunks, then `end` or `fail`; after abort, nothing. */
export interface AnswerSink {
  head(head: AnswerHead): void
  data(chunk: Uint8Array): void
  end(): void
  fail(failure: UpstreamFailure): void
}

export interface UpstreamCall {
  abort(): void
  pause(): void
  resume(): void
}

export type Availability =
  | { readonly available: true }
  /** It failed a moment ago. Tried again now only when no other route is left. */
  | { readonly available: false; readonly kind: 'backing-off' }
  /** Nothing proves what runs there: it is never sent a request. */
  | { readonly available: false; readonly kind: 'unverified'; readonly reason: string }

/**
 * A provider behind the gateway. It speaks one dialect and moves bytes; which mode an answer is
 * delivered in, and whether it may be, is decided in server/deliver.
 */
export interface Upstream {
  readonly id: string
  readonly mode: ChatMode
  /** Whether a request would be tried there now. */
  availability(): Availability
  send(request: UpstreamRequest, sink: AnswerSink): UpstreamCall
  close(): Promise<void>
}
