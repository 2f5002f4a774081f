import type { JsonMember } from '#shared/json/scan-json.ts'
import type { ChatMode } from '../upstream.ts'

const comma = Buffer.from(',')
const open = Buffer.from('{')
const close = Buffer.from('}')

/** What would tell a third party who asked, or have it keep the exchange (design.md section 3). */
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
])

interface ForwardInput {
  readonly bytes: Uint8Array
  readonly members: readonly JsonMember[]
  /** The model's name at the upstream. */
  readonly upstreamModel: string
  readonly mode: ChatMode
}

/**
 * The caller's body for the upstream: every member's text as it came, but for `model`, which gets
 * the upstream's name, `shown_mode`, which is ours, and what the mode removes.
 */
export function forwardBody({ bytes, members, upstreamModel, mode }: ForwardInput): Uint8Array {
  const pieces: Uint8Array[] = []
  for (const { key, keyStart, valueStart, valueEnd } of members) {
    if (key === 'shown_mode') continue
    if (mode === 'anonymized' && removedWhenAnonymized.has(key)) continue
    pieces.push(pieces.length === 0 ? open : comma)
    if (key === 'model') {
      pieces.push(bytes.subarray(keyStart, valueStart), Buffer.from(JSON.stringify(upstreamModel)))
    } else {
      pieces.push(bytes.subarray(keyStart, valueEnd))
    }
  }
  pieces.push(close)
  return Buffer.concat(pieces)
}
