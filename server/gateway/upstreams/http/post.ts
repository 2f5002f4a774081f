import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { CallFailed } from '../../common/upstream.ts'
import { failureOf } from './call-failure.ts'

/** How much of an answer is waited for. */
export interface AnswerBounds {
  /** Longest buffered answer. */
  readonly bytes: number
  /** Longest time from the head of an answer to its end, where it is not a stream. */
  readonly ms: number
}

interface Bounds extends AnswerBounds {
  /** A stream has no bounds here, but its error has. */
  readonly delivery: 'buffered' | 'streamed'
}

export interface PostRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly bounds: Bounds
}

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

/** An HTTP answer whose head has come. */
export interface PostAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  /** What each read brought, as one piece; leaving it early ends the connection. @throws {CallFailed} */
  readonly body: AsyncIterable<Uint8Array>
}

/** An error's text is read so far, and for so long: its status says the most. */
const errorBounds: AnswerBounds = { bytes: 64 * 1024, ms: 10_000 }

/** Most that waits to be pulled before the connection is held back. */
const mostWaitingBytes = 256 * 1024

/** Posts a body. @throws {CallFailed} */
export function post(
  dispatcher: Dispatcher,
  { bounds, body, ...request }: PostRequest,
  signal: AbortSignal,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const answer = new PulledAnswer(bounds, signal, { resolve, reject })
    // undici sends any typed array as it is; its types name Buffer only.
    dispatcher.dispatch({ method: 'POST', body: body as Buffer, ...request }, answer)
  })
}

interface HeadOutcome {
  readonly resolve: (answer: PostAnswer) => void
  readonly reject: (error: Error) => void
}

/** Where the connection of the moment stands that is kept between requests. */
export interface KeptSocket {
  socket: Socket | null
}

type Pulled = IteratorResult<Uint8Array, undefined>
const over: Pulled = { done: true, value: undefined }

/**
 * One answer, from undici's hands into those of whoever pulls. An answer that does not end is ended: a silence has its
 * own limit, but one byte now and then is none. What came of an error until then is all of it.
 */
export class PulledAnswer
  implements Dispatcher.DispatchHandler, AsyncIterableIterator<Uint8Array, undefined>
{
  readonly #bounds: Bounds
  readonly #signal: AbortSignal
  readonly #head: HeadOutcome
  /** Null where a connection serves one request alone; told before the request is sent. */
  kept: KeptSocket | null = null
  #socket: Socket | null = null
  #readBefore = 0
  #controller: Dispatcher.DispatchController | null = null
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #isHeldBack = false
  #remaining = Number.POSITIVE_INFINITY
  #isError = false
  #timer: NodeJS.Timeout | null = null
  /** Null while more may come. */
  #end: { readonly failure: CallFailed | null } | null = null
  /** Wakes who waits for more. */
  #wake: (() => void) | null = null

  constructor(bounds: Bounds, signal: AbortSignal, head: HeadOutcome) {
    this.#bounds = bounds
    this.#signal = signal
    this.#head = head
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#socket = this.kept?.socket ?? null
    this.#readBefore = this.#socket?.bytesRead ?? 0
    if (this.#signal.aborted) this.#abort()
    else this.#signal.addEventListener('abort', () => this.#abort(), { once: true })
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || this.#end !== null) return
    this.#isError = status !== 200
    const { delivery, bytes, ms } = this.#bounds
    if (this.#isError) {
      this.#remaining = errorBounds.bytes
      this.#cutAfter(Math.min(errorBounds.ms, ms))
    } else if (delivery === 'buffered') {
      this.#remaining = bytes
      this.#cutAfter(ms)
    }
    this.#head.resolve({ status, headers, body: this })
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#end !== null) return
    this.#remaining -= chunk.length
    if (this.#remaining < 0) {
      this.#cut('too-long')
      return
    }
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    this.#wakeWaiting()
    if (this.#waitingBytes > mostWaitingBytes && !this.#isHeldBack) {
      this.#isHeldBack = true
      this.#controller?.pause()
    }
  }

  onResponseEnd(): void {
    this.#finish(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const isUnanswered = this.#readBefore > 0 && this.#socket?.bytesRead === this.#readBefore
    this.#finish(failureOf(error, { wasSent: this.#controller !== null, isUnanswered }))
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Pulled> {
    if (this.#waiting.length > 0 || this.#end !== null) return this.#take()
    // What comes in the same turn is of the same read.
    return new Promise<void>((resolve) => (this.#wake = resolve)).then(() => this.#take())
  }

  return(): Promise<Pulled> {
    this.#abort()
    return Promise.resolve(over)
  }

  async #take(): Promise<Pulled> {
    const [first, ...more] = this.#waiting
    if (first === undefined) {
      const failure = this.#end?.failure ?? null
      if (failure !== null) throw failure
      return over
    }
    this.#waiting = []
    this.#waitingBytes = 0
    if (this.#isHeldBack) {
      this.#isHeldBack = false
      this.#controller?.resume()
    }
    return { done: false, value: more.length === 0 ? first : Buffer.concat([first, ...more]) }
  }

  #finish(failure: CallFailed | null): void {
    if (this.#end !== null) return
    this.#end = { failure }
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (failure !== null) this.#head.reject(failure)
    this.#wakeWaiting()
  }

  #wakeWaiting(): void {
    const wake = this.#wake
    this.#wake = null
    wake?.()
  }

  /** Nothing more is told, also of what came already. */
  #abort(): void {
    const isOver = this.#end !== null
    const failure = new CallFailed({ kind: 'broken' })
    this.#waiting = []
    this.#finish(failure)
    this.#end = { failure }
    if (!isOver) this.#controller?.abort(new Error('aborted'))
  }

  /** Most answers come in one piece with their head: then there is nothing to wait for. */
  #cutAfter(ms: number): void {
    process.nextTick(() => {
      if (this.#end === null) this.#timer = setTimeout(() => this.#cut('timeout'), ms)
    })
  }

  #cut(kind: 'timeout' | 'too-long'): void {
    this.#finish(this.#isError ? null : new CallFailed({ kind }))
    this.#controller?.abort(new Error('aborted'))
  }
}
