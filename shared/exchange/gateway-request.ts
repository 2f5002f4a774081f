import type { Post } from './gateway-relay.ts'

interface GatewayRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/**
 * What a gateway is sent by whichever platform's `fetch`. Redirects, cookies and how long it may take are the platform's.
 * @param post null for a GET
 * @param authorization value of the header, or null
 */
export function gatewayRequest(post: Post | null, authorization: string | null): GatewayRequest {
  const credential: Record<string, string> = authorization === null ? {} : { authorization }
  if (post === null) return { method: 'GET', headers: credential }
  const { headers, body } = post
  return {
    method: 'POST',
    headers: { ...headers, ...credential, 'content-type': 'application/json' },
    // undici and browsers take any typed array; their types name those on a buffer of their own.
    body: body as string | Uint8Array<ArrayBuffer>,
  }
}
