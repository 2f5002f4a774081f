import { joinBytes } from '#shared/bytes/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { isEnclaveMode, type Mode } from '#shared/modes.ts'
import { createByteStore } from '#shared/sse/sse-splitter.ts'
import type { AnswerHead, EnclaveProof, UpstreamAnswer } from '../../common/upstream.ts'
import type { AnswerForm } from '../answer-form.ts'
import type { AnswerTally } from '../../common/answer-tally.ts'
import type { ReleaseWish } from '../delivery-plan.ts'
import { createEventFeed } from './stream-reading.ts'
import { createEventPadding } from './pad-events.ts'
import { streamIncomplete, streamTooLong } from './stream-errors.ts'

/** Longest streamed answer, 128 MiB. */
const answerLimitBytes = 128 * 1024 * 1024

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
}: RelayInput): AsyncGenerator<Uint8Array, void, undefined> {
  const reading = form.stream(tally)
  const feed = createEventFeed(reading)
  const held = createHeldEvents(release)
  const padding = obfuscates ? createEventPadding() : null
  let answerBytes = 0

  /** From where the upstream hides lengths itself nothing is added. */
  function padded(bytes: Uint8Array): Uint8Array {
    return padding === null || reading.hasOwnObfuscation ? bytes : padding.all(bytes)
  }

  /** The event with which the answer is complete. */
  async function withSvc(event: Uint8Array, proof: EnclaveProof | null): Promise<Uint8Array> {
    return form.spliceSvc(padded(event), await svcOf(reading.message(), proof))
  }

  async function holdLast(event: Uint8Array): Promise<void> {
    if (release === 'every-event') held.add(await withSvc(event, null))
    else held.addLast(event)
  }

  try {
    for await (const piece of answer.body) {
      answerBytes += piece.length
      if (answerBytes > answerLimitBytes) throw streamTooLong()
      for (const { bytes, finishes } of feed.read(piece)) {
        if (finishes) await holdLast(bytes)
        else held.add(bytes)
      }
      const leaving = padded(held.leave())
      if (leaving.length > 0) yield leaving
    }
    const proof = answer.proof === null ? null : await answer.proof()
    for (const { bytes, finishes } of feed.end()) {
      if (finishes) await holdLast(bytes)
      else held.add(bytes)
    }
    const { bytes: rest, finishes } = feed.rest()
    // Nothing may stand behind an event without its end: what breaks the stream off would be part of it.
    if (reading.message() === null) throw streamIncomplete()
    if (finishes) await holdLast(rest)
    else held.add(rest)
    yield padded(held.leave())
    for (const { bytes, isLast } of held.release()) {
      yield isLast ? await withSvc(bytes, proof) : padded(bytes)
    }
  } catch (error) {
    yield padded(held.leave())
    throw error
  }
}

/** What has no provenance of its own is not held: its mode promises none (PROTOCOL.md §10). */
export function releaseOf(
  provenance: AnswerHead['provenance'],
  mode: Mode,
  wish: ReleaseWish,
): Release {
  if (!isEnclaveMode(mode)) return 'every-event'
  return provenance === 'as-it-comes' && wish === 'flow' ? 'until-last' : 'none'
}

/** Events on their way to the caller: they leave as soon as they may, or wait for the proof. */
interface HeldEvents {
  /** @throws {GatewayError} when too much waits */
  add(bytes: Uint8Array): void
  /** The event in which the first choice finishes: it waits, and what comes from here on waits behind it. */
  addLast(event: Uint8Array): void
  /** What may leave, as one piece: a line a byte must not cost a write each. Empty where nothing may. */
  leave(): Uint8Array
  /** All that waited, in order. */
  release(): readonly { readonly bytes: Uint8Array; readonly isLast: boolean }[]
}

/** Most that waits for its proof, 64 MiB. */
const heldLimitBytes = 64 * 1024 * 1024

function createHeldEvents(release: Release): HeldEvents {
  let leaving: Uint8Array[] = []
  let last: Uint8Array | null = null
  const before = createByteStore()
  const behind = createByteStore()
  return {
    add(bytes) {
      if (release === 'every-event' || (release === 'until-last' && last === null)) {
        leaving.push(bytes)
        return
      }
      const held = before.length + behind.length + bytes.length + (last?.length ?? 0)
      if (held > heldLimitBytes) throw streamTooLong()
      ;(last === null ? before : behind).add(bytes)
    },
    addLast(event) {
      // A copy: `slice` of a Buffer is a view.
      last = new Uint8Array(event)
    },
    leave() {
      const [only] = leaving
      const bytes = leaving.length === 1 && only ? only : joinBytes(leaving)
      leaving = []
      return bytes
    },
    release() {
      if (last === null) return []
      return [
        { bytes: before.take(), isLast: false },
        { bytes: last, isLast: true },
        { bytes: behind.take(), isLast: false },
      ]
    },
  }
}
