import { randomBytes } from 'node:crypto'
import { concatBytes, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { decodeUtf8 } from '../../../common/decode-utf8.ts'

/**
 * The request with a number in `user` that was drawn for it, so that no two requests have the same digest: what a host signs holds for
 * this one alone. What the caller wrote there, the host does not learn; every other byte stays as it was.
 */
export function withFreshUser(body: Uint8Array): Uint8Array {
  const { members } = parseJsonObject(body, decodeUtf8)
  const drawn = `"${randomBytes(16).toString('hex')}"`
  const place = members.find(({ key }) => key === 'user')
  if (place) {
    const { valueStart, valueEnd } = place
    return concatBytes(body.subarray(0, valueStart), utf8ToBytes(drawn), body.subarray(valueEnd))
  }
  const end = members.at(-1)?.valueEnd ?? body.indexOf(openBrace) + 1
  const comma = members.length === 0 ? '' : ','
  const member = utf8ToBytes(`${comma}"user":${drawn}`)
  return concatBytes(body.subarray(0, end), member, body.subarray(end))
}

const openBrace = 0x7b
