import { aciDigest, type AciDigest } from '#shared/aci/parse-keyset.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import type { RelayRequest, UpstreamRequest } from '../upstream.ts'
import type { Session } from './establish-session.ts'
import { modelOf } from './prove-answer.ts'
import { refuseAnyHost, requireVerifiedHost } from './require-verified-host.ts'
import { sealForEnclave } from './seal-for-enclave.ts'

/** What goes out, and how its answer is read. */
export interface PreparedCall {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly model: string
  /** Null on the relay. */
  readonly requestDigest: AciDigest | null
  /** Null where the bytes are handed on as they come. */
  readonly sealed: SealedRequest | null
}

/** @throws {Unsendable} when it cannot be sent without being shown to somebody */
export function prepareCall(
  request: UpstreamRequest | RelayRequest,
  session: Session,
  nowSeconds: number,
): PreparedCall {
  const { body, delivery } = request
  const accept = { accept: delivery === 'streamed' ? 'text/event-stream' : 'application/json' }
  const headers = { ...accept, 'content-type': 'application/json', 'accept-encoding': 'identity' }
  if ('headers' in request) {
    if (session.enclave.serving === 'aggregator') refuseAnyHost(body)
    return {
      body,
      headers: { ...headers, ...request.headers },
      model: modelOf(body),
      requestDigest: null,
      sealed: null,
    }
  }
  const sent = requireVerifiedHost(body)
  if (session.channel === 'tls') {
    return {
      body: sent,
      headers,
      model: modelOf(sent),
      requestDigest: aciDigest(sent),
      sealed: null,
    }
  }
  const sealed = sealForEnclave(sent, session, nowSeconds)
  return {
    body: Buffer.from(sealed.body),
    headers: { ...headers, ...sealed.headers },
    model: modelOf(body),
    requestDigest: `sha256:${sealed.restoredDigest}`,
    sealed,
  }
}
