import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import type { EnclaveProof } from '../upstream.ts'
import type { AnswerForm } from './answer-form.ts'
import type { AnswerTally } from './answer-tally.ts'
import type { BodySink } from './body-sink.ts'
import { failureError } from './call-upstream.ts'
import { createEventFeed } from './event-feed.ts'
import { createHeldEvents, type Release } from './held-events.ts'
import { notACompletion, streamIncomplete, streamTooLong } from './stream-errors.ts'

/** Longest streamed answer, 128 MiB. */
const answerLimitBytes = 128 * 1024 * 1024

export interface StreamOutput {
  /** Whole events; the last before `finish` may lack its blank line. */
  write(bytes: Uint8Array): void
  /** The stream is whole: everything was written. */
  finish(): void
  /** The stream is not whole, and no receipt covers what was written. */
  break(error: unknown): void
}

interface RelayInput {
  readonly output: StreamOutput
  /** What is committed to (of a chat, `choices[0].message`), and the proof where an enclave answered → the text of `svc`. */
  readonly issue: (message: Json, proof: EnclaveProof | null) => string
  readonly release: Release
  readonly form: AnswerForm
  readonly tally: AnswerTally
  /** Stops the upstream; nothing more is heard from it. */
  readonly abort: () => void
}

/**
 * Passes a stream through, byte for byte, and splices `svc` into the event that completes the answer: of a
 * chat, the one in which the first choice finishes. What comes after that event cannot change the message that was
 * signed, and no event can be read in two ways: a stream that tries is broken off.
 */
export function relayStream({ output, issue, release, form, tally, abort }: RelayInput): BodySink {
  const reading = form.stream(tally)
  const held = createHeldEvents(release, (bytes) => output.write(bytes))
  const feed = createEventFeed(
    {
      event: (event) => pass(event, reading.read(event, true)),
      repeat: (chunk) => reading.takeRepeat(chunk),
      passed: (bytes) => held.add(bytes),
    },
    () => reading.repeated(),
  )
  let isOver = false
  let answerBytes = 0

  /** @param finishes whether the answer is complete with it */
  function pass(event: Uint8Array, finishes: boolean): void {
    if (!finishes) held.add(event)
    else if (release !== 'every-event') held.addLast(event)
    else held.add(form.spliceSvc(event, issue(reading.message(), null)))
  }

  function breakOff(error: unknown): void {
    isOver = true
    abort()
    held.flush()
    output.break(error instanceof FormatError ? notACompletion(error) : error)
  }

  /** What throws ends the stream. */
  function attempt(step: () => void): void {
    if (isOver) return
    try {
      step()
    } catch (error) {
      breakOff(error)
    }
  }

  return {
    data: (chunk) =>
      attempt(() => {
        answerBytes += chunk.length
        if (answerBytes > answerLimitBytes) throw streamTooLong()
        feed.push(chunk)
        held.flush()
      }),
    end(proof) {
      attempt(() => {
        const rest = feed.end()
        const finishes = rest.length > 0 && reading.read(rest, false)
        // Nothing may stand behind an event without its end: what breaks the stream off would be part of it.
        if (reading.message() === null) throw streamIncomplete()
        pass(rest, finishes)
        held.flush()
        held.release((last) => form.spliceSvc(last, issue(reading.message(), proof)))
      })
      if (isOver) return
      isOver = true
      output.finish()
    },
    fail(failure) {
      if (!isOver) breakOff(failureError(failure))
    },
  }
}
