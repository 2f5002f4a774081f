import type { FromPage } from '../messages.ts'

type Send = (message: FromPage) => void

/** Pieces of this length are told at once. */
const pieceLength = 128 * 1024
const observedTypes = /^(?:application\/json|text\/event-stream)\b/i

/**
 * Wraps `fetch` so that answers to posted requests are told to `send` while the page reads them. The
 * page gets the very bytes and timing it would have had; with `restore` it gets its own `fetch` back.
 */
export function observeFetch(scope: typeof globalThis, send: Send): { restore(): void } {
  const native = scope.fetch
  let nextId = 0

  async function observed(
    this: unknown,
    input: RequestInfo | URL,
    init?: RequestInit,
  ): Promise<Response> {
    const isPost = methodOf(input, init).toUpperCase() === 'POST'
    const request = isPost ? await bodyText(input, init) : null
    const response = await native.call(scope, input, init)
    const type = response.headers.get('content-type')
    // Some front-ends pass a stream on without naming its type.
    if (!isPost || !response.body || (type !== null && !observedTypes.test(type))) return response
    const id = nextId
    nextId += 1
    send({ kind: 'open', id, url: response.url, request })
    return withObservedBody(response, (text) => tell(send, id, text))
  }

  scope.fetch = observed as typeof fetch
  return {
    restore() {
      if (scope.fetch === observed) scope.fetch = native
    },
  }
}

/** @param text null at the end of the body, however it came */
function tell(send: Send, id: number, text: string | null): void {
  if (text === null) {
    send({ kind: 'close', id })
    return
  }
  for (let at = 0; at < text.length; at += pieceLength) {
    send({ kind: 'part', id, text: text.slice(at, at + pieceLength) })
  }
}

function withObservedBody(response: Response, told: (text: string | null) => void): Response {
  const decoder = new TextDecoder()
  const observer = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      told(decoder.decode(chunk, { stream: true }))
      controller.enqueue(chunk)
    },
    flush() {
      told(null)
    },
  })
  const { status, statusText, headers } = response
  const shown = new Response(response.body?.pipeThrough(observer), { status, statusText, headers })
  for (const name of ['url', 'type', 'redirected'] as const) {
    Object.defineProperty(shown, name, { value: response[name] })
  }
  return shown
}

function methodOf(input: RequestInfo | URL, init?: RequestInit): string {
  return init?.method ?? (input instanceof Request ? input.method : 'GET')
}

/** Only what can be read without using it up: a text, or bytes. */
async function bodyText(input: RequestInfo | URL, init?: RequestInit): Promise<string | null> {
  const body = init?.body
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  if (body === undefined && input instanceof Request)
    return input
      .clone()
      .text()
      .catch(() => null)
  return null
}
