import { encryptedRequestErrors } from '#shared/words/english/errors/encrypted-request-errors.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import { bodySchemes, type BodyScheme } from '#shared/body-relay/body-scheme.ts'
import { bodyRelayHeaders } from '#shared/body-relay/relay-headers.ts'
import { chutesBytes } from '#shared/chutes/chutes-names.ts'
import { ehbpNames } from '#shared/ehbp/ehbp-names.ts'
import { fieldSchemeOf } from '#shared/near/field-scheme.ts'
import { GatewayError } from '../../common/errors.ts'

/** What the headers of a relayed body say. */
export interface BodyRelayInput {
  readonly scheme: BodyScheme
  readonly model: string
  readonly endpoint: EnclaveEndpoint
  readonly clientKey: string
  readonly sealedTo: string | null
  /** Of a body in which nobody here could read it; null where the client says nothing. */
  readonly isStream: boolean | null
}

/** Null for a request of the enclaves' own encryption, which names no scheme. @throws {GatewayError} e2ee_*, invalid_request_error */
export function parseBodyRelay(headers: IncomingHttpHeaders): BodyRelayInput | null {
  const said = headers[bodyRelayHeaders.scheme]
  if (said === undefined) return null
  const scheme = bodySchemes.find((each) => each === said)
  if (scheme === undefined) {
    throw new GatewayError(
      'e2ee_invalid_version',
      encryptedRequestErrors.oneOfSchemes(bodySchemes.join(', ')),
    )
  }
  const model = required(headers, bodyRelayHeaders.model)
  const endpoint = headers[bodyRelayHeaders.endpoint] ?? 'chat'
  const fields = fieldSchemeOf(scheme)
  if (fields !== null) {
    if (endpoint !== 'chat') {
      throw new GatewayError('invalid_request_error', encryptedRequestErrors.onlyChat)
    }
    const { keyDigits } = fields.cipher
    const clientKey = keyIn(headers, bodyRelayHeaders.clientKey, keyDigits)
    const sealedTo = keyIn(headers, bodyRelayHeaders.modelKey, keyDigits)
    return { scheme, model, endpoint, clientKey, sealedTo, isStream: null }
  }
  if (scheme === 'chutes-1') {
    if (endpoint !== 'chat') {
      throw new GatewayError('invalid_request_error', encryptedRequestErrors.onlyChat)
    }
    const sealedTo = keyIn(headers, bodyRelayHeaders.modelKey, 2 * chutesBytes.publicKey)
    const isStream = flagIn(headers, bodyRelayHeaders.stream)
    return { scheme, model, endpoint, clientKey: '', sealedTo, isStream }
  }
  if (endpoint !== 'chat' && endpoint !== 'embeddings') {
    throw new GatewayError('invalid_request_error', encryptedRequestErrors.chatOrEmbeddings)
  }
  const clientKey = keyIn(headers, ehbpNames.encapsulatedKey, 64)
  return { scheme, model, endpoint, clientKey, sealedTo: null, isStream: null }
}

function required(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]?.toString()
  if (value !== undefined) return value
  throw new GatewayError('e2ee_header_missing', encryptedRequestErrors.missing(written(name)))
}

function keyIn(headers: IncomingHttpHeaders, name: string, digits: number): string {
  const value = required(headers, name)
  if (value.length === digits && /^[0-9a-f]+$/.test(value)) return value
  throw new GatewayError(
    'invalid_request_error',
    encryptedRequestErrors.lowercaseHex(written(name), digits),
  )
}

function flagIn(headers: IncomingHttpHeaders, name: string): boolean {
  const value = required(headers, name)
  if (value === 'true' || value === 'false') return value === 'true'
  throw new GatewayError('invalid_request_error', encryptedRequestErrors.trueOrFalse(written(name)))
}

/** As people write it: `X-E2EE-Model`. */
function written(name: string): string {
  return name.replaceAll(/\b(?:e2ee|[a-z])/g, (start) => start.toUpperCase())
}
