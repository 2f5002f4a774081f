import { encryptedRequestErrors } from '#shared/words/english/errors/encrypted-request-errors.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import type { Json } from '#shared/canonical-json.ts'
import { e2eeHeaders } from '#shared/e2ee/e2ee-headers.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import type { RequestLimits } from '../../config/size-limits.ts'
import { GatewayError } from '../../common/errors.ts'
import { parseRequest, type ApiRequest, type RequestForm } from './parse-request.ts'

/** An encrypted request (PROTOCOL.md §7). */
export interface RelayRequestInput {
  readonly request: ApiRequest
  /** What the enclave is asked. */
  readonly endpoint: EnclaveEndpoint
  /** The five headers as sent, by lowercase name. */
  readonly headers: Readonly<Record<string, string>>
  /** Lowercase hex. */
  readonly serviceKey: string
  /** What may be used once: client key, service key and nonce. */
  readonly replayKey: string
  /** Unix seconds. */
  readonly timestamp: number
}

/** Difference to our clock that a timestamp may have, in seconds. */
export const timestampWindow = 300

interface RelayDeps {
  readonly nowSeconds: number
  readonly limits: RequestLimits
  /** What a request of each kind may be. */
  readonly forms: Readonly<Record<EnclaveEndpoint, RequestForm>>
}

/**
 * Checked in the order of the enclaves (PROTOCOL.md §7.3). Stops after each pass over the body.
 * @throws {GatewayError} the `e2ee_*` codes, invalid_request_error
 */
export function* parseRelayRequest(
  bytes: Uint8Array,
  headers: IncomingHttpHeaders,
  { nowSeconds, limits, forms }: RelayDeps,
): Generator<void, RelayRequestInput, undefined> {
  const [version, clientKey, modelKey, nonce, time] = e2eeHeaders.map((name) =>
    headers[name]?.toString(),
  )
  if (version === undefined)
    throw new GatewayError('e2ee_header_missing', encryptedRequestErrors.noVersion)
  if (version !== '2')
    throw new GatewayError('e2ee_invalid_version', encryptedRequestErrors.otherVersion)
  const required = {
    'X-Client-Pub-Key': clientKey,
    'X-Model-Pub-Key': modelKey,
    'X-E2EE-Nonce': nonce,
    'X-E2EE-Timestamp': time,
  }
  const missing = Object.entries(required).find(([, value]) => !value)
  if (missing || !clientKey || !modelKey || !nonce || !time) {
    throw new GatewayError(
      'e2ee_header_missing',
      encryptedRequestErrors.missing(missing?.[0] ?? 'A header'),
    )
  }
  if (!/^[0-9a-f]{64}$/i.test(nonce)) {
    throw new GatewayError('e2ee_invalid_nonce', encryptedRequestErrors.nonce)
  }
  const timestamp = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN
  if (!(Math.abs(timestamp - nowSeconds) <= timestampWindow)) {
    throw new GatewayError(
      'e2ee_invalid_timestamp',
      encryptedRequestErrors.timestamp(timestampWindow),
    )
  }
  const client = normalKey(clientKey)
  if (client === null) {
    throw new GatewayError('e2ee_invalid_public_key', encryptedRequestErrors.clientKey)
  }
  const serviceKey = normalKey(modelKey) ?? ''
  const request = yield* parseRequest(bytes, limits, (body) => forms[endpointOf(body)])
  yield
  const value = request.whole()
  const endpoint = endpointOf(value)
  refuseClear(value, endpoint)
  return {
    request,
    endpoint,
    headers: Object.fromEntries(e2eeHeaders.map((name) => [name, String(headers[name])])),
    serviceKey,
    replayKey: `${client}.${serviceKey}.${nonce.toLowerCase()}`,
    timestamp,
  }
}

/** A request for vectors has an input where a chat has messages. */
function endpointOf(value: JsonObject): EnclaveEndpoint {
  return 'input' in value && !('messages' in value) ? 'embeddings' : 'chat'
}

/** X25519: 32 bytes; secp256k1: 65 bytes, or 64 without the first. */
function normalKey(text: string): string | null {
  const hex = text.toLowerCase().replace(/^0x/, '')
  if (/^[0-9a-f]{64}$/.test(hex) || /^04[0-9a-f]{128}$/.test(hex)) return hex
  return /^[0-9a-f]{128}$/.test(hex) ? `04${hex}` : null
}

/** Hex digits of an encrypted empty text, the least there can be. */
const leastLength = 120
const notHex = /[^0-9a-f]/i

export function isEncrypted(text: string): boolean {
  return text.length >= leastLength && text.length % 2 === 0 && !notHex.test(text)
}

/** Whole content, or the strings of its parts that the enclave decrypts (PROTOCOL.md §7.4). */
function contentStrings(content: Json | undefined): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part: Json) => {
    if (!isJsonObject(part)) return []
    const nested = [
      part['text'],
      member(part['image_url'], 'url'),
      member(part['input_audio'], 'data'),
    ]
    return nested.filter((value) => typeof value === 'string')
  })
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined
}

/** What is not encrypted was meant for another path: it is not passed on. */
function refuseClear(value: JsonObject, endpoint: EnclaveEndpoint): void {
  const strings = endpoint === 'chat' ? contentsOf(value) : inputsOf(value)
  if (strings.length > 0 && strings.every(isEncrypted)) return
  throw new GatewayError('e2ee_decryption_failed', encryptedRequestErrors.notEncrypted, {
    param: endpoint === 'chat' ? 'messages' : 'input',
  })
}

function contentsOf({ messages }: JsonObject): readonly string[] {
  return (messages as readonly JsonObject[]).flatMap(({ content }) => contentStrings(content))
}

/** Tokens are in clear, and stand for a text that is. */
function inputsOf({ input }: JsonObject): readonly string[] {
  const items = Array.isArray(input) ? (input as readonly Json[]) : [input ?? null]
  return items.map((item) => (typeof item === 'string' ? item : ''))
}
