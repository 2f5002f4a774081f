import type { FromHook } from '../messages/hook-messages.ts'
import { hearLastWord } from './last-word.ts'
import { partLimit, urlLimit } from './limits.ts'
import { answerMarkLength, looksLikeAnswer } from './looks-like-answer.ts'
import {
  cloneOf,
  defineProperty,
  NativeReadableStream,
  NativeResponse,
  NativeTextDecoder,
} from './natives.ts'

interface Observed {
  readonly id: number
  /** What was asked; nothing waits for it but what is told. */
  readonly request: Promise<string | null>
  readonly send: (message: FromHook) => void
}

/** What cannot be a chat: some front-ends name no type at all, so anything else is looked at. */
const otherTypes =
  /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|wasm)|^text\/(?:html|css|javascript)/i

/** They have no body, though browsers may give them an empty one (Fetch, null body status). */
const emptyStatuses: readonly number[] = [101, 103, 204, 205, 304]

export function mayCarryAnswer({ body, status, headers }: Response): boolean {
  return (
    body !== null &&
    status >= 200 &&
    !emptyStatuses.includes(status) &&
    !otherTypes.test(headers.get('content-type') ?? '')
  )
}

/** Comes in one piece, so that the page may have the browser's own response, and this a copy of it. */
const jsonType = /^application\/json\b/i

/** Bytes of a copy that are read; no answer is longer. */
const copyLimit = 16 * 1024 * 1024

/** Bytes that are read of an answer before the page asks for them. */
const aheadLimit = 1024 * 1024

/**
 * The same response, whose body is told to `send`. Of a stream each piece is told before the page has it,
 * so that a page which aborts on the last word loses nothing, and of one that it never reads nothing is told.
 * An answer that the page began to read is read to its end, whether the page reads on or not: else nobody would
 * know how it ended. Ends, errors and cancels are one `close`.
 */
export function observeResponse(
  response: Response,
  { id, request, send: sendNow }: Observed,
): Response {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const send = sendAfter(
    request.then((text) => {
      const url = response.url.slice(0, urlLimit)
      return { kind: 'open', id, url, request: text, place: null }
    }),
    sendNow,
  )
  const teller = tellText(id, send)
  if (jsonType.test(headers.get('content-type') ?? '')) {
    void tellCopy((cloneOf(response).body ?? body).getReader(), teller)
    return response
  }
  const shown = new NativeResponse(observe(body.getReader(), teller), {
    status,
    statusText,
    headers,
  })
  for (const name of ['url', 'type', 'redirected'] as const) {
    defineProperty(shown, name, { value: response[name] })
  }
  return shown
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

/** Tells the text of one body, piece by piece, and its end once. */
interface Teller {
  tell(bytes: Uint8Array): void
  close(): void
  /** It showed that it is an answer. */
  isFollowed(): boolean
}

function tellText(id: number, send: Observed['send']): Teller {
  const decoder = new NativeTextDecoder()
  const isLastWord = hearLastWord()
  let isOver = false
  let isRead = false
  let isFollowed = false
  let tail = ''

  function sendParts(text: string): void {
    for (let at = 0; at < text.length; at += partLimit) {
      isRead = true
      send({ kind: 'part', id, text: text.slice(at, at + partLimit) })
    }
  }

  function close(): void {
    if (isOver) return
    isOver = true
    sendParts(decoder.decode())
    if (isRead) send({ kind: 'close', id })
  }

  return {
    tell(bytes) {
      const text = decoder.decode(bytes, { stream: true })
      if (isOver) return
      sendParts(text)
      // The response is an answer: it is followed to its end.
      isFollowed ||= looksLikeAnswer.test(tail + text)
      tail = (tail + text).slice(-answerMarkLength)
      if (isLastWord(text)) close()
    },
    close,
    isFollowed: () => isFollowed,
  }
}

async function tellCopy(reader: Reader, { tell, close }: Teller): Promise<void> {
  try {
    for (let bytes = 0; bytes < copyLimit;) {
      // eslint-disable-next-line no-await-in-loop
      const { done, value } = await reader.read()
      if (done) break
      bytes += value.length
      tell(value)
    }
  } catch {
    // What broke off is told as far as it came.
  }
  close()
  reader.cancel().catch(() => {})
}

/** The body for the page, which is told as it is read. */
function observe(reader: Reader, { tell, close, isFollowed }: Teller): ReadableStream {
  let isCancelled = false
  // Also where the page reads no further, and nobody would hear that it broke off.
  reader.closed.catch(close)

  async function readOn(controller: ReadableByteStreamController): Promise<void> {
    try {
      do {
        // eslint-disable-next-line no-await-in-loop
        const { done, value } = await reader.read()
        if (isCancelled) return
        if (done) {
          close()
          controller.close()
          controller.byobRequest?.respond(0)
          return
        }
        tell(value)
        controller.enqueue(value)
      } while (isFollowed() && (controller.desiredSize ?? 0) > -aheadLimit)
    } catch (error) {
      close()
      if (!isCancelled) controller.error(error)
    }
  }

  return new NativeReadableStream({
    type: 'bytes',
    pull: readOn,
    cancel(reason) {
      isCancelled = true
      close()
      return reader.cancel(reason)
    },
  })
}

/** Tells how it opens before the first of all messages, when that is known; until then they wait. */
function sendAfter(opening: Promise<FromHook>, send: Observed['send']): Observed['send'] {
  const waiting: FromHook[] = []
  let open: FromHook | null = null
  let isOpened = false
  void opening.then((known) => {
    open = known
    flush()
  })

  function flush(): void {
    if (open === null || waiting.length === 0) return
    if (!isOpened) send(open)
    isOpened = true
    for (const each of waiting.splice(0)) send(each)
  }

  return (message) => {
    waiting[waiting.length] = message
    flush()
  }
}
