import type { IncomingHttpHeaders } from 'node:http'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import { ehbpScheme, bodyRelayHeaders } from '#shared/ehbp/relay-headers.ts'
import { GatewayError } from '../../common/errors.ts'

/** What the headers of a relayed body say; the body itself nobody here can read. */
export interface BodyRelayInput {
  readonly model: string
  readonly endpoint: EnclaveEndpoint
  readonly encapsulatedKey: string
}

/** Null for a request of the enclaves' own encryption, which names no scheme. @throws {GatewayError} e2ee_*, invalid_request_error */
export function parseBodyRelay(headers: IncomingHttpHeaders): BodyRelayInput | null {
  const said = (name: string) => headers[name]?.toString()
  const scheme = said(bodyRelayHeaders.scheme)
  if (scheme === undefined) return null
  if (scheme !== ehbpScheme) {
    throw new GatewayError('e2ee_invalid_version', `X-E2EE-Scheme must be ${ehbpScheme}.`)
  }
  const model = said(bodyRelayHeaders.model)
  const encapsulatedKey = said(ehbpNames.encapsulatedKey)
  if (model === undefined || encapsulatedKey === undefined) {
    const missing = model === undefined ? 'X-E2EE-Model' : 'Ehbp-Encapsulated-Key'
    throw new GatewayError('e2ee_header_missing', `${missing} is missing.`)
  }
  if (!/^[0-9a-f]{64}$/.test(encapsulatedKey)) {
    throw new GatewayError(
      'invalid_request_error',
      'Ehbp-Encapsulated-Key must be 64 lowercase hex digits.',
    )
  }
  const endpoint = said(bodyRelayHeaders.endpoint) ?? 'chat'
  if (endpoint !== 'chat' && endpoint !== 'embeddings') {
    throw new GatewayError('invalid_request_error', 'X-E2EE-Endpoint must be chat or embeddings.')
  }
  return { model, endpoint, encapsulatedKey }
}
