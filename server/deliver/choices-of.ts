import type { Json } from '#shared/canonical-json.ts'
import { choicesAsked } from '#shared/commitment/check-choices.ts'
import { decodeUtf8 } from '../decode-utf8.ts'
import type { ApiRequest } from './parse-request.ts'

/** How many choices a request asks for; no answer has more. */
export function choicesOf({ bytes, members }: Pick<ApiRequest, 'bytes' | 'members'>): number {
  const member = members.find(({ key }) => key === 'n')
  if (!member) return 1
  const text = decodeUtf8(bytes.subarray(member.valueStart, member.valueEnd))
  return choicesAsked(JSON.parse(text) as Json)
}
