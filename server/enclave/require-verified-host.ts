import { concatBytes, parseUtf8, utf8ToBytes } from '#shared/bytes.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'

/**
 * Asks an aggregator to refuse rather than to serve from a host that it could not verify. A request
 * that says something of its own about providers is left alone: its receipt is judged all the same.
 */
export function requireVerifiedHost(body: Uint8Array): Uint8Array {
  const { value, members } = parseJsonObject(body, parseUtf8)
  const last = members.at(-1)
  if (last === undefined || 'provider' in value) return body
  return concatBytes(
    body.subarray(0, last.valueEnd),
    utf8ToBytes(',"provider":{"aci_verified":true}}'),
  )
}
