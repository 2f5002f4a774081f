import { Readable } from 'node:stream'
import type { Json } from '#shared/canonical-json.ts'
import { chatForm } from '../../../server/gateway/answer/answer-form.ts'
import { callError } from '../../../server/gateway/answer/call-errors.ts'
import { relayStream, type Release } from '../../../server/gateway/answer/stream/relay-stream.ts'
import { toGatewayError } from '../../../server/gateway/http/error-handling.ts'
import type { HostileStream } from '../peers/hostile-streams.ts'

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
export async function relayInMemory(
  stream: HostileStream,
  release: Release,
  reading: 'usual' | 'strict' = 'usual',
): Promise<Relayed> {
  const forClient = { passOn: (_code: unknown): _code is never => false, inspect() {} }
  let signed: Relayed['signed']
  const pieces = relayStream({
    answer: { body: Readable.from(piecesOf(stream)), proof: null },
    svcOf(message) {
      signed = message as Relayed['signed']
      return Promise.resolve('{"signed":true}')
    },
    broke() {},
    release,
    obfuscates: false,
    form: chatForm({ n: stream.n }, reading === 'strict' ? forClient : null),
    tally: { usage: null, pieces: 0 },
  })
  const written: Uint8Array[] = []
  try {
    for await (const piece of pieces) written.push(Buffer.from(piece))
    return { bytes: Buffer.concat(written), signed, isWhole: true }
  } catch (error) {
    const known = toGatewayError(callError(error, new AbortController().signal))
    written.push(Buffer.from(`data: ${known.body}\n\n`))
    return { bytes: Buffer.concat(written), signed, isWhole: false }
  }
}

function piecesOf({ bytes, cuts }: HostileStream): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  let from = 0
  for (const size of [...cuts, bytes.length]) {
    if (from >= bytes.length) break
    pieces.push(bytes.slice(from, from + size))
    from += size
  }
  return pieces
}
