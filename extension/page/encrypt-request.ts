import { refusedWords } from '#shared/words/english/extension/refused-request.ts'
import type { EncryptProgress } from '../messages/hook-messages.ts'
import type { HookChannel } from './hook-channel.ts'
import { mostEncrypting, urlLimit } from './limits.ts'
import {
  listenTo,
  NativePromise,
  NativeReadableStream,
  NativeResponse,
  NativeTextEncoder,
} from './natives.ts'
import { refusedResponse, shownFrom } from './refused-response.ts'

const orphaned = {
  code: 'attestation_unavailable',
  message: refusedWords.orphaned,
} as const

export interface PageRequest {
  readonly url: string
  /** Value of the page's own `Authorization`, or null. */
  readonly authorization: string | null
  /** Text of the body, or null where it is none, or too long. */
  readonly request: string | null
  /** Bytes of a body that is too long; else null. */
  readonly tooLong: number | null
  readonly signal: AbortSignal | null
}

/** The page is to send it itself: its answer is told of under the same number. */
export interface PassedRequest {
  readonly passed: number
}

/**
 * Has a request encrypted and sent by the background, and answers the page with an ordinary `Response`, unless
 * the page is to send it itself: the background alone decides that.
 */
export function encryptRequest(
  channel: HookChannel,
  { url, authorization, request, tooLong, signal }: PageRequest,
): Promise<Response | PassedRequest> {
  return new NativePromise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    if (!channel.isHeard()) return resolve(refusedResponse(url, orphaned))
    if (channel.following() >= mostEncrypting) {
      const message = refusedWords.tooMany(mostEncrypting)
      return resolve(refusedResponse(url, { code: 'rate_limit_exceeded', message }))
    }
    const id = channel.nextId()
    const encoder = new NativeTextEncoder()
    let controller: ReadableStreamDefaultController<Uint8Array> | null = null

    function leave(): void {
      channel.forget(id)
      channel.send({ kind: 'abort', id })
    }

    function fail(reason: unknown): void {
      if (controller) controller.error(reason)
      else reject(reason)
    }

    function hear(progress: EncryptProgress): void {
      switch (progress.kind) {
        case 'pass':
          channel.forget(id)
          return resolve({ passed: id })
        case 'head': {
          const body = new NativeReadableStream<Uint8Array>({
            start(own) {
              controller = own
            },
            cancel: leave,
          })
          return resolve(shownResponse(body, progress, url))
        }
        case 'event':
          return controller?.enqueue(encoder.encode(progress.text))
        case 'end':
          channel.forget(id)
          return controller?.close()
        case 'broken':
          channel.forget(id)
          return fail(new TypeError('Failed to fetch'))
        case 'orphaned':
          channel.forget(id)
          return resolve(refusedResponse(url, orphaned))
      }
    }

    channel.follow(id, hear)
    if (signal) {
      listenTo(
        signal,
        'abort',
        () => {
          leave()
          fail(signal.reason)
        },
        { once: true },
      )
    }
    channel.send({
      kind: 'encrypt',
      id,
      url: url.slice(0, urlLimit),
      authorization,
      request,
      tooLong,
    })
  })
}

function shownResponse(
  body: ReadableStream<Uint8Array>,
  { status, headers }: Extract<EncryptProgress, { kind: 'head' }>,
  url: string,
): Response {
  return shownFrom(url, new NativeResponse(body, { status, headers }))
}
