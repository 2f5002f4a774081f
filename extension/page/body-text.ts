import {
  isView,
  NativeArrayBuffer,
  NativeBlob,
  NativeRequest,
  NativeTextDecoder,
  NativeURLSearchParams,
} from './natives.ts'

/**
 * Text of a request's body, read without using it up. Null for what is no text or can be read once only.
 * Nothing here delays the page's own request.
 */
export async function bodyText(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<string | null> {
  const body = init?.body
  if (body === undefined || body === null) {
    return input instanceof NativeRequest && !input.bodyUsed ? textOf(input.clone()) : null
  }
  if (typeof body === 'string') return body
  if (body instanceof NativeURLSearchParams) return String(body)
  if (body instanceof NativeBlob) return textOf(body)
  if (body instanceof NativeArrayBuffer || isView(body)) {
    return new NativeTextDecoder().decode(body as BufferSource)
  }
  return null
}

function textOf(source: Request | Blob): Promise<string | null> {
  return source.text().catch(() => null)
}
