import type { Json } from '#shared/canonical-json.ts'
import { ByteStore } from '#shared/sse/byte-store.ts'
import type { EnclaveProof, UpstreamAnswer } from '../../common/upstream.ts'
import type { AnswerForm } from '../answer-form.ts'
import type { AnswerTally } from '../../common/answer-tally.ts'
import { createEventPadding } from './pad-events.ts'
import { streamTooLong } from './stream-errors.ts'
import { readStream, type ReadEvents } from './stream-reading.ts'

/**
 * What may leave before the answer is proven (PROTOCOL.md §10): every event; every event up to the
 * one that finishes the first choice; or none.
 */
export type Release = 'every-event' | 'until-last' | 'none'

interface RelayInput {
  readonly answer: Pick<UpstreamAnswer, 'body' | 'proof'>
  readonly form: AnswerForm
  readonly release: Release
  /** Whether events leave longer than they came, so that their lengths say little (FORMAT.md section 4.5). */
  readonly obfuscates: boolean
  readonly tally: AnswerTally
  /** What is committed to (of a chat, `choices[0].message`), and the proof where an enclave answered → the text of `svc`. */
  readonly svcOf: (message: Json, proof: EnclaveProof | null) => Promise<string>
  /** Told why no receipt covers what left. @throws what the caller is told */
  readonly broke: (error: unknown) => void
}

/**
 * Passes a stream through, byte for byte, and splices `svc` into the event that completes the answer: of a
 * chat, the one in which the first choice finishes. What comes after that event cannot change the message that was
 * signed, and no event can be read in two ways: a stream that tries is broken off. What is read, held and proven are the
 * upstream's own events; padding is added as they leave.
 * @throws {FormatError | GatewayError | CallFailed} behind what left until then
 */
export async function* relayStream({
  answer,
  form,
  release,
  obfuscates,
  tally,
  svcOf,
  broke,
}: RelayInput): AsyncGenerator<Uint8Array, void, undefined> {
  const reading = form.stream(tally)
  const read = readStream(answer.body, reading)
  const released: AsyncIterable<readonly Released[]> =
    release === 'every-event' ? read : holdBack(read, release, answer)
  let padding = obfuscates ? createEventPadding() : null
  let leaving: Uint8Array[] = []
  try {
    for await (const events of released) {
      // Nothing is added from the event on in which the upstream itself hides lengths.
      if (reading.hasOwnObfuscation) padding = null
      for (const { bytes, finishes, proof = null } of events) {
        if (finishes) {
          const padded = padding?.all(bytes) ?? bytes
          leaving.push(form.spliceSvc(padded, await svcOf(reading.message, proof)))
        } else leaving.push(bytes)
      }
      // As one piece: a line a byte must not cost a write each.
      const bytes = Buffer.concat(leaving)
      leaving = []
      if (bytes.length > 0) yield padding?.all(bytes) ?? bytes
    }
  } catch (error) {
    const bytes = Buffer.concat(leaving)
    yield padding?.all(bytes) ?? bytes
    broke(error)
    throw error
  }
}

/** An event, and what proves the answer where its last event waited for that. */
interface Released extends ReadEvents {
  readonly proof?: EnclaveProof | null
}

/** Most that waits for its proof, 64 MiB. */
const heldLimitBytes = 64 * 1024 * 1024

/**
 * Holds what may not leave before the answer is proven. The event in which the first choice finishes waits, and what comes
 * behind it waits behind it.
 */
async function* holdBack(
  read: AsyncIterable<readonly ReadEvents[]>,
  release: Exclude<Release, 'every-event'>,
  answer: Pick<UpstreamAnswer, 'proof'>,
): AsyncGenerator<readonly Released[], void, undefined> {
  const before = new ByteStore()
  const behind = new ByteStore()
  let last: Uint8Array | null = null
  for await (const events of read) {
    const flowing: ReadEvents[] = []
    for (const event of events) {
      const { bytes, finishes } = event
      if (release === 'until-last' && last === null && !finishes) {
        flowing.push(event)
        continue
      }
      const held = before.length + behind.length + bytes.length + (last?.length ?? 0)
      if (held > heldLimitBytes) throw streamTooLong()
      // A copy: `slice` of a Buffer is a view.
      if (finishes) last = new Uint8Array(bytes)
      else (last === null ? before : behind).add(bytes)
    }
    yield flowing
  }
  const proof = answer.proof === null ? null : await answer.proof()
  if (last === null) return
  yield [{ bytes: before.take(), finishes: false }]
  yield [{ bytes: last, finishes: true, proof }]
  yield [{ bytes: behind.take(), finishes: false }]
}
