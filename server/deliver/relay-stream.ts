import type { Json } from '#shared/canonical-json.ts'
import { joinBytes } from '#shared/bytes/bytes.ts'
import { createMessageAssembler } from '#shared/commitment/assemble-message.ts'
import { isOtherChoice, saysSomething } from '#shared/commitment/check-choices.ts'
import { createChunkReader } from '#shared/commitment/read-chunks.ts'
import { createRepeatedChunks } from '#shared/commitment/repeated-chunks.ts'
import { FormatError } from '#shared/errors.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { createByteStore } from '#shared/sse/byte-store.ts'
import { createSseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import { spliceSvcIntoEvent } from '#shared/svc/splice-svc.ts'
import { decodeUtf8 } from '../decode-utf8.ts'
import type { EnclaveProof } from '../upstream.ts'
import { GatewayError } from '../errors.ts'
import type { BodySink } from './body-sink.ts'
import { failureError } from './call-upstream.ts'
import { notACompletion } from './collect-completion.ts'

/** Most that waits for its proof, 64 MiB, and longest streamed answer, 128 MiB. */
const heldLimitBytes = 64 * 1024 * 1024
const answerLimitBytes = 128 * 1024 * 1024

/**
 * What may leave before the answer is proven (PROTOCOL.md §10): every event; every event up to the
 * one that finishes the first choice; or none.
 */
export type Release = 'every-event' | 'until-last' | 'none'

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
  /** `choices[0].message`, and the proof where an enclave answered → the text of `svc`. */
  readonly issue: (message: Json, proof: EnclaveProof | null) => string
  readonly release: Release
  /** How many choices the request asks for. */
  readonly asked: number
  /** Looks at every chunk before it may leave. @throws {GatewayError} to refuse the answer */
  readonly inspect?: (chunk: JsonObject) => void
  /** Stops the upstream; nothing more is heard from it. */
  readonly abort: () => void
}

/**
 * Passes a stream of chat completion chunks through, byte for byte, and splices `svc` into the event
 * in which the first choice finishes. What comes after that event cannot change the message that was
 * signed, and no event can be read in two ways: a stream that tries is broken off.
 */
export function relayStream({
  output,
  issue,
  release,
  asked,
  inspect,
  abort,
}: RelayInput): BodySink {
  const assembler = createMessageAssembler()
  const reader = createChunkReader({ asked, decodeUtf8 })
  const splitter = createSseSplitter(eventLimitBytes)
  const repeated = createRepeatedChunks(decodeUtf8)
  let state: 'open' | 'issued' | 'over' = 'open'
  let answerBytes = 0
  /** Before the first event a byte order mark may stand, and nowhere else. */
  let hasBegun = false
  /** What leaves once all of a chunk is read. */
  let leaving: Uint8Array[] = []
  /** The first choice finishes in this event: it, and what came before and behind it, waits for the proof. */
  let last: { readonly event: Uint8Array; readonly message: Json } | null = null
  const before = createByteStore()
  const behind = createByteStore()

  /** What the caller gets in the place of one event. @throws {FormatError | GatewayError} */
  function relayEvent(event: Uint8Array, isEnded: boolean): Uint8Array {
    const part = isEnded ? reader.read(event) : reader.readUnended(event)
    switch (part.kind) {
      case 'nothing':
        return event
      case 'done':
        if (state === 'open') throw incomplete()
        return event
      case 'error':
        throw new GatewayError('upstream_error', 'The upstream broke off with an error of its own.')
      case 'chunk':
        return relayChunk(event, part.chunk)
    }
  }

  function relayChunk(event: Uint8Array, chunk: JsonObject): Uint8Array {
    if ('svc' in chunk) {
      throw new FormatError('COMPLETION_MALFORMED', 'an event has an "svc" of its own')
    }
    inspect?.(chunk)
    if (state === 'issued') {
      if (continuesFirstChoice(chunk)) throw incomplete()
      return event
    }
    assembler.push(chunk)
    if (!assembler.finished()) {
      if (!inspect) repeated.learn(event, chunk)
      return event
    }
    const message = assembler.message()
    if (message === null) throw incomplete()
    state = 'issued'
    if (release === 'every-event') return spliceSvcIntoEvent(event, issue(message, null))
    // A copy: `slice` of a Buffer is a view.
    last = { event: new Uint8Array(event), message }
    return noBytes
  }

  function writeOrHold(bytes: Uint8Array): void {
    if (release === 'every-event' || (release === 'until-last' && last === null)) {
      leaving.push(bytes)
      return
    }
    const held = before.length + behind.length + bytes.length + (last?.event.length ?? 0)
    if (held > heldLimitBytes) throw tooLong()
    ;(last === null ? before : behind).add(bytes)
  }

  /** One piece for one piece: an upstream that writes a line a byte must not cost a write each. */
  function writeLeaving(): void {
    const [only] = leaving
    if (only !== undefined) output.write(leaving.length === 1 ? only : joinBytes(leaving))
    leaving = []
  }

  function writeHeld(proof: EnclaveProof | null): void {
    if (last === null) return
    const { event, message } = last
    const issued = spliceSvcIntoEvent(event, issue(message, proof))
    for (const bytes of [before.take(), issued, behind.take()]) {
      if (bytes.length > 0) output.write(bytes)
    }
  }

  function breakOff(error: unknown): void {
    state = 'over'
    abort()
    writeLeaving()
    output.break(error instanceof FormatError ? notACompletion(error) : error)
  }

  /**
   * Passes by what need not be parsed: blank lines between events, of which a million are not worth a look
   * each, and events that repeat one that was read.
   * @returns where the next event begins
   */
  function passBy(chunk: Uint8Array, from: number): number {
    let at = from
    while (hasBegun && splitter.isBetween()) {
      while (chunk[at] === LF) at += 1
      const same = state === 'open' ? repeated.match(chunk, at) : null
      if (same === null) break
      assembler.pushText(same.member, same.text)
      at = same.end
    }
    return at
  }

  function readEvents(chunk: Uint8Array): void {
    let at = 0
    let alone = 0
    while (at < chunk.length) {
      const from = at
      at = passBy(chunk, from)
      if (at > from) writeOrHold(chunk.subarray(from, at))
      if (!repeated.isLearned()) alone += 1
      const end = alone > mostAlone ? chunk.length : endOfEvent(chunk, at)
      splitter.push(chunk.subarray(at, end), take)
      at = end
    }
  }

  function take(event: Uint8Array): void {
    hasBegun = true
    writeOrHold(relayEvent(event, true))
  }

  return {
    data(chunk) {
      if (state === 'over') return
      try {
        answerBytes += chunk.length
        if (answerBytes > answerLimitBytes) throw tooLong()
        readEvents(chunk)
        writeLeaving()
      } catch (error) {
        breakOff(error)
      }
    },
    end(proof) {
      if (state === 'over') return
      try {
        const rest = splitter.end(take)
        const unended = rest.length === 0 ? rest : relayEvent(rest, false)
        // Nothing may stand behind an event without its end: what breaks the stream off would be part of it.
        if (state === 'open') throw incomplete()
        writeOrHold(unended)
        writeLeaving()
        writeHeld(proof)
      } catch (error) {
        breakOff(error)
        return
      }
      state = 'over'
      output.finish()
    },
    fail(failure) {
      if (state !== 'over') breakOff(failureError(failure))
    },
  }
}

const noBytes = new Uint8Array(0)
/** Events of one piece that are read one by one while there is none that they could repeat. */
const mostAlone = 32
const LF = 0x0a

/** Just behind the next two line feeds; an event that ends in another way does so within what is read on. */
function endOfEvent(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2
  }
  return bytes.length
}

/** Whether a chunk that was checked says more of the choice that has finished. */
function continuesFirstChoice({ choices }: JsonObject): boolean {
  return ((choices ?? []) as readonly JsonObject[]).some(
    ({ index, delta }) => !isOtherChoice(index) && isJsonObject(delta) && saysSomething(delta),
  )
}

function incomplete(): GatewayError {
  return new GatewayError(
    'upstream_error',
    'The upstream ended the answer in a way that no receipt can cover.',
  )
}

function tooLong(): GatewayError {
  return new GatewayError('upstream_error', 'The answer of the upstream is too long.')
}
