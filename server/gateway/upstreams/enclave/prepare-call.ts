import { enclaveErrors } from '#shared/words/english/errors/enclave-errors.ts'
import { hash } from 'node:crypto'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import type { InTurn, RelayRequest, UpstreamRequest } from '../../common/upstream.ts'
import type { AttestedSession } from './establish-session.ts'
import { modelOf } from './prove-answer.ts'
import { refuseAnyHost, requireVerifiedHost } from './require-verified-host.ts'
import { sealForEnclave } from './seal-for-enclave.ts'
import { Unsendable } from './unsendable.ts'

/** What goes out, and how its answer is read. */
export interface PreparedCall {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly endpoint: EnclaveEndpoint
  readonly model: string
  /** Null on the relay. */
  readonly requestDigest: AciDigest | null
  /** Null where the bytes are handed on as they come. */
  readonly sealed: SealedRequest | null
}

interface PrepareDeps {
  readonly nowSeconds: () => number
  readonly inTurn: InTurn
}

/** Enclaves answer in no other dialect; a count is asked for in that of messages, and has no receipt to be of an endpoint. */
export function endpointOf({ dialect, asks }: UpstreamRequest): EnclaveEndpoint {
  if (asks === 'count') return 'chat'
  if (dialect === 'chat' || dialect === 'embeddings') return dialect
  throw new TypeError(`an enclave does not speak ${dialect}`)
}

/**
 * A count has no receipt that would name who read the prompt, so it goes only to an enclave that runs the model itself, over a
 * connection that ends in the enclave.
 * @throws {Unsendable}
 */
function requireOwnModel({ channel, enclave }: AttestedSession): void {
  if (channel === 'tls' && enclave.serving === 'direct') return
  throw new Unsendable({
    code: 'not_found',
    message: enclaveErrors.countsNothing,
    param: 'model',
  })
}

/** @throws {Unsendable} when it cannot be sent without being shown to somebody */
export async function prepareCall(
  request: UpstreamRequest | RelayRequest,
  session: AttestedSession,
  { inTurn, nowSeconds }: PrepareDeps,
): Promise<PreparedCall> {
  const { body, delivery } = request
  if (request.asks === 'count') requireOwnModel(session)
  const endpoint = endpointOf(request)
  const accept = { accept: delivery === 'streamed' ? 'text/event-stream' : 'application/json' }
  const headers = { ...accept, 'content-type': 'application/json', 'accept-encoding': 'identity' }
  const model = await inTurn(body.length, () => modelOf(body))
  if ('headers' in request) {
    if (session.enclave.serving !== 'direct') {
      await inTurn(body.length, () => refuseAnyHost(body))
    }
    return {
      body,
      headers: { ...headers, ...request.headers },
      endpoint,
      model,
      requestDigest: null,
      sealed: null,
    }
  }
  const sent = await inTurn(body.length, () => requireVerifiedHost(body))
  if (session.channel === 'tls') {
    return inTurn(body.length, () => {
      const requestDigest: AciDigest = `sha256:${hash('sha256', sent, 'hex')}`
      return { body: sent, headers, endpoint, model, requestDigest, sealed: null }
    })
  }
  const sealed = await sealForEnclave(sent, session, {
    endpoint,
    nowSeconds: nowSeconds(),
    inTurn,
  })
  return {
    body: Buffer.from(sealed.body),
    headers: { ...headers, ...sealed.headers },
    endpoint,
    model,
    requestDigest: `sha256:${sealed.restoredDigest}`,
    sealed,
  }
}
