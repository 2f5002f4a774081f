import type { JsonMember } from '#shared/json/scan-json.ts'
import type { DialectId } from '#shared/dialects/api-dialect.ts'

const comma = Buffer.from(',')
const open = Buffer.from('{')
const close = Buffer.from('}')

export interface ForwardInput {
  readonly dialect: DialectId
  readonly bytes: Uint8Array
  readonly members: readonly JsonMember[]
  /** The model's name at the upstream. */
  readonly upstreamModel: string
  /** In the place of the caller's own; left out where the upstream declares none. */
  readonly cacheSalt?: string | undefined
}

/**
 * The caller's body for the upstream: every member's text as it came, but for `model`, which gets
 * the upstream's name, and `shown_mode`, which is ours. Of a response nothing is to be kept.
 */
export function forwardBody({
  dialect,
  bytes,
  members,
  upstreamModel,
  cacheSalt,
}: ForwardInput): Uint8Array {
  const pieces: Uint8Array[] = []
  for (const { key, keyStart, valueStart, valueEnd } of members) {
    if (key === 'shown_mode') continue
    if (dialect === 'responses' && key === 'store') continue
    if (cacheSalt !== undefined && key === 'cache_salt') continue
    pieces.push(pieces.length === 0 ? open : comma)
    if (key === 'model') {
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
