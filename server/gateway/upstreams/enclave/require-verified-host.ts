import { enclaveErrors } from '#shared/words/english/errors/enclave-errors.ts'
import { requireVerified } from '#shared/aci/require-verified.ts'
import { concatBytes, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { decodeUtf8 } from '../../common/decode-utf8.ts'
import { Unsendable } from './unsendable.ts'

const demand = '"aci_verified":true'

/**
 * The request with the demand that an aggregator serve from a verified host or not at all. It stands in
 * every request, whatever the enclave says of itself; every other byte stays as it was.
 * @throws {Unsendable} when the request says the opposite, or its `provider` cannot be added to
 */
export function requireVerifiedHost(body: Uint8Array): Uint8Array {
  const { value, members } = parseJsonObject(body, decodeUtf8)
  refuseOpposite(value)
  const place = members.find(({ key }) => key === 'provider')
  if (place === undefined) {
    const end = members.at(-1)?.valueEnd ?? body.indexOf(openBrace) + 1
    const comma = members.length === 0 ? '' : ','
    return splice(body, [end, end], `${comma}"provider":{${demand}}`)
  }
  const { valueStart, valueEnd } = place
  if (value['provider'] === null) return splice(body, [valueStart, valueEnd], `{${demand}}`)
  const inside = parseJsonObject(body.subarray(valueStart, valueEnd), decodeUtf8)
  if ('aci_verified' in inside.value) return body
  const last = inside.members.at(-1)
  return last === undefined
    ? splice(body, [valueStart, valueEnd], `{${demand}}`)
    : splice(body, [valueStart + last.valueEnd, valueStart + last.valueEnd], `,${demand}`)
}

/**
 * An encrypted request cannot be added to: its client has digested it. Without the demand the aggregator
 * would be free to show the prompt to anybody.
 * @throws {Unsendable}
 */
export function refuseAnyHost(body: Uint8Array): void {
  const { value } = parseJsonObject(body, decodeUtf8)
  const { provider } = value
  refuseOpposite(value)
  if (isJsonObject(provider) && provider['aci_verified'] === true) return
  throw new Unsendable({
    code: 'invalid_request_error',
    message: enclaveErrors.mustVerifyHost,
    param: 'provider.aci_verified',
  })
}

const openBrace = 0x7b

function splice(
  body: Uint8Array,
  [from, to]: readonly [from: number, to: number],
  text: string,
): Uint8Array {
  return concatBytes(body.subarray(0, from), utf8ToBytes(text), body.subarray(to))
}

function refuseOpposite(request: JsonObject): void {
  try {
    requireVerified(request)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new Unsendable({
      code: 'invalid_request_error',
      message: `${error.message}.`,
      param: error.path.slice(1).replaceAll('/', '.'),
    })
  }
}
