import { scanJsonArray } from '#shared/json/scan-json-array.ts'
import { scanJson, type JsonMember } from '#shared/json/scan-json.ts'
import { decodeUtf8 } from '../common/decode-utf8.ts'
import type { DialectId } from '#shared/dialects/api-dialect.ts'
import type { ChatMode } from '../common/upstream.ts'

const comma = Buffer.from(',')
const open = Buffer.from('{')
const close = Buffer.from('}')

/** What would tell a third party who asked, or have it keep the exchange; the same in every dialect. */
const removedWhenAnonymized: ReadonlySet<string> = new Set([
  'user',
  'user_id',
  'end_user',
  'end_user_id',
  'customer_id',
  'session_id',
  'conversation_id',
  'metadata',
  'store',
  'safety_identifier',
  'prompt_cache_key',
  'cache_salt',
])

export interface ForwardInput {
  readonly dialect: DialectId
  readonly bytes: Uint8Array
  readonly members: readonly JsonMember[]
  /** The model's name at the upstream. */
  readonly upstreamModel: string
  readonly mode: ChatMode
  /** In the place of the caller's own; left out where the upstream declares none. */
  readonly cacheSalt?: string | undefined
}

/** In these roles a name is that of a function, which the upstream needs. */
const namedByFunction: readonly unknown[] = ['function', 'tool']

/** Each message's text as it came, but for the name of a person; messages without one keep every byte. */
function withoutNames(messages: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  let kept = 0
  for (const { start, end } of scanJsonArray(messages)) {
    const text = messages.subarray(start, end)
    const { members } = scanJson(text)
    const role = members.find(({ key }) => key === 'role')
    const isFunction =
      role !== undefined &&
      namedByFunction.includes(
        JSON.parse(decodeUtf8(text.subarray(role.valueStart, role.valueEnd))),
      )
    if (isFunction || members.every(({ key }) => key !== 'name')) continue
    pieces.push(messages.subarray(kept, start), open)
    members
      .filter(({ key }) => key !== 'name')
      .forEach(({ keyStart, valueEnd }, index) => {
        if (index > 0) pieces.push(comma)
        pieces.push(text.subarray(keyStart, valueEnd))
      })
    pieces.push(close)
    kept = end
  }
  return pieces.length === 0 ? messages : Buffer.concat([...pieces, messages.subarray(kept)])
}

/**
 * The caller's body for the upstream: every member's text as it came, but for `model`, which gets
 * the upstream's name, `shown_mode`, which is ours, and what the mode removes. Of a response
 * nothing is to be kept.
 */
export function forwardBody({
  dialect,
  bytes,
  members,
  upstreamModel,
  mode,
  cacheSalt,
}: ForwardInput): Uint8Array {
  const pieces: Uint8Array[] = []
  for (const { key, keyStart, valueStart, valueEnd } of members) {
    if (key === 'shown_mode') continue
    if (dialect === 'responses' && key === 'store') continue
    if (cacheSalt !== undefined && key === 'cache_salt') continue
    if (mode === 'anonymized' && removedWhenAnonymized.has(key)) continue
    pieces.push(pieces.length === 0 ? open : comma)
    if (mode === 'anonymized' && dialect === 'chat' && key === 'messages') {
      const text = withoutNames(bytes.subarray(valueStart, valueEnd))
      pieces.push(bytes.subarray(keyStart, valueStart), text)
    } else if (key === 'model') {
      pieces.push(bytes.subarray(keyStart, valueStart), Buffer.from(JSON.stringify(upstreamModel)))
    } else {
      pieces.push(bytes.subarray(keyStart, valueEnd))
    }
  }
  // OpenAI keeps a response unless it is told not to.
  if (dialect === 'responses') pieces.push(Buffer.from(',"store":false'))
  if (cacheSalt !== undefined) pieces.push(Buffer.from(`,"cache_salt":"${cacheSalt}"`))
  pieces.push(close)
  return Buffer.concat(pieces)
}
