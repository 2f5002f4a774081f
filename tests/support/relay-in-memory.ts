import type { Json } from '#shared/canonical-json.ts'
import type { Release } from '../../server/deliver/held-events.ts'
import { newTally } from '../../server/deliver/answer-tally.ts'
import { chatForm } from '../../server/deliver/answer-form.ts'
import { relayStream } from '../../server/deliver/relay-stream.ts'
import { toGatewayError } from '../../server/http/error-handling.ts'
import type { HostileStream } from './hostile-streams.ts'

export interface Relayed {
  /** What the caller gets. */
  readonly bytes: Uint8Array
  /** The message that was signed; undefined when none was. */
  readonly signed: { readonly content?: Json } | undefined
  readonly isWhole: boolean
}

/**
 * One upstream's stream through the gateway's relay, in the pieces in which it comes.
 * @param reading `strict` has each event parsed, also one that repeats another
 */
export function relayInMemory(
  { bytes, n, cuts }: HostileStream,
  release: Release,
  reading: 'usual' | 'strict' = 'usual',
): Relayed {
  const written: Uint8Array[] = []
  let signed: Relayed['signed']
  let isWhole = false
  const sink = relayStream({
    output: {
      write: (piece) => void written.push(Buffer.from(piece)),
      finish: () => void (isWhole = true),
      break: (error) => void written.push(Buffer.from(`data: ${toGatewayError(error).body}\n\n`)),
    },
    issue(message) {
      signed = message as Relayed['signed']
      return '{"signed":true}'
    },
    release,
    form: chatForm(
      n,
      reading === 'strict' ? { passOn: (_code): _code is never => false, inspect() {} } : null,
    ),
    tally: newTally(),
    abort: () => {},
  })
  let from = 0
  for (const size of [...cuts, bytes.length]) {
    if (from >= bytes.length) break
    sink.data(bytes.slice(from, from + size))
    from += size
  }
  sink.end(null)
  return { bytes: Buffer.concat(written), signed, isWhole }
}
