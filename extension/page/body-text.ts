import { requestLimit } from './limits.ts'
import {
  isView,
  NativeArrayBuffer,
  NativeBlob,
  NativeRequest,
  NativeTextDecoder,
  NativeURLSearchParams,
} from './natives.ts'

export interface BodyText {
  /** Null for what is no text, can be read once only, or is too long. */
  readonly text: string | null
  /** Bytes of one that is too long, as far as it was looked at; else null. */
  readonly tooLong: number | null
}

const none: BodyText = { text: null, tooLong: null }

/**
 * Text of a request's body, read without using it up. Of a long one no more is read than shows that it is
 * too long. It never rejects, and only who awaits it is delayed by it.
 */
export function bodyText(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<BodyText> {
  return read(input, init?.body).catch(() => none)
}

async function read(
  input: RequestInfo | URL,
  body: BodyInit | null | undefined,
): Promise<BodyText> {
  if (body === undefined || body === null) {
    if (!(input instanceof NativeRequest) || input.bodyUsed) return none
    return readStream(input.clone().body)
  }
  if (typeof body === 'string') return limited(body)
  if (body instanceof NativeURLSearchParams) return limited(String(body))
  if (body instanceof NativeBlob) {
    return body.size > requestLimit ? tooLong(body.size) : limited(await body.text())
  }
  if (body instanceof NativeArrayBuffer || isView(body)) {
    if (body.byteLength > requestLimit) return tooLong(body.byteLength)
    return limited(new NativeTextDecoder().decode(body as BufferSource))
  }
  return none
}

function limited(text: string): BodyText {
  return text.length > requestLimit ? tooLong(new NativeBlob([text]).size) : { text, tooLong: null }
}

function tooLong(bytes: number): BodyText {
  return { text: null, tooLong: bytes }
}

async function readStream(stream: ReadableStream<Uint8Array> | null): Promise<BodyText> {
  if (stream === null) return none
  const reader = stream.getReader()
  const decoder = new NativeTextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    // eslint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read()
    if (done) return limited(text + decoder.decode())
    bytes += value.length
    if (bytes > requestLimit) {
      void reader.cancel().catch(() => {})
      return tooLong(bytes)
    }
    text += decoder.decode(value, { stream: true })
  }
}
