import type { Json } from '#shared/canonical-json.ts'
import { createMessageAssembler, isOtherChoice } from '#shared/commitment/assemble-message.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { eventData } from '#shared/sse/event-data.ts'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import { spliceSvcIntoEvent } from '#shared/svc/splice-svc.ts'
import { decodeUtf8 } from '../decode-utf8.ts'
import type { EnclaveProof } from '../upstream.ts'
import { GatewayError } from '../errors.ts'
import { failureError, type BodySink } from './call-upstream.ts'
import { notACompletion } from './collect-completion.ts'

/** Longest single event that is held, 1 MiB, and most that waits for its proof, 64 MiB. */
const eventLimitBytes = 1024 * 1024
const heldLimitBytes = 64 * 1024 * 1024

/**
 * What may leave before the answer is proven (design.md section 4): every event; every event up to the
 * one that finishes the first choice; or none.
 */
export type Release = 'every-event' | 'until-last' | 'none'

export interface StreamOutput {
  write(bytes: Uint8Array): void
  /** The stream is whole: everything was written. */
  finish(): void
  /** The stream is not whole, and no receipt covers what was written. */
  break(error: unknown): void
}

interface RelayInput {
  readonly output: StreamOutput
  /** `choices[0].message`, and the proof where an enclave answered → the text of `svc`. */
  readonly seal: (message: Json, proof: EnclaveProof | null) => string
  readonly release: Release
  /** Looks at every chunk before it may leave. @throws {GatewayError} to refuse the answer */
  readonly inspect?: (chunk: JsonObject) => void
  /** Stops the upstream; nothing more is heard from it. */
  readonly abort: () => void
}

const noBytes = new Uint8Array(0)

/** First byte of U+FEFF in UTF-8: readers of streams skip it, so the line behind it could be read in two ways. */
const BYTE_ORDER_MARK = 0xef

/**
 * Passes a stream of chat completion chunks through, byte for byte, and splices `svc` into the event
 * in which the first choice finishes. What comes after that event cannot change the message that was
 * signed: a stream that tries is broken off.
 */
export function relayStream({ output, seal, release, inspect, abort }: RelayInput): BodySink {
  const assembler = createMessageAssembler()
  let rest: Uint8Array = noBytes
  let state: 'open' | 'sealed' | 'over' = 'open'
  /** Events that wait for the proof; the first choice finishes in `last`. */
  const held: Uint8Array[] = []
  let last: { readonly event: Uint8Array; readonly message: Json } | null = null
  let heldBytes = 0

  /** What the caller gets in the place of one event. @throws {FormatError | GatewayError} */
  function relayEvent(event: Uint8Array): Uint8Array {
    if (event[0] === BYTE_ORDER_MARK) throw new FormatError('SSE_MALFORMED', 'a byte order mark')
    const data = eventData(event, decodeUtf8)
    if (data === null) return event
    if (data === '[DONE]') {
      if (state === 'open') throw incomplete()
      return event
    }
    const chunk = parseChunk(data)
    inspect?.(chunk)
    if (state === 'sealed') {
      if (continuesFirstChoice(chunk)) throw incomplete()
      return event
    }
    assembler.push(chunk)
    if (!assembler.finished()) return event
    const message = assembler.message()
    if (message === null) throw incomplete()
    state = 'sealed'
    if (release === 'every-event') return spliceSvcIntoEvent(event, seal(message, null))
    last = { event, message }
    return event
  }

  function writeOrHold(event: Uint8Array): void {
    if (release === 'every-event' || (release === 'until-last' && last === null)) {
      output.write(event)
      return
    }
    heldBytes += event.length
    if (heldBytes > heldLimitBytes) throw tooLong()
    held.push(event)
  }

  function writeHeld(proof: EnclaveProof | null): void {
    for (const event of held) {
      const message = last?.event === event ? last.message : null
      output.write(message === null ? event : spliceSvcIntoEvent(event, seal(message, proof)))
    }
  }

  function breakOff(error: unknown): void {
    state = 'over'
    abort()
    output.break(error instanceof FormatError ? notACompletion(error) : error)
  }

  function relayEvents(events: readonly Uint8Array[]): void {
    for (const event of events) writeOrHold(relayEvent(event))
  }

  return {
    data(chunk) {
      if (state === 'over') return
      try {
        const split = splitSseEvents(rest, chunk)
        rest = split.rest
        relayEvents(split.events)
        if (rest.length > eventLimitBytes) throw tooLong()
      } catch (error) {
        breakOff(error)
      }
    },
    end(proof) {
      if (state === 'over') return
      try {
        if (rest.length > 0) relayEvents([rest])
        if (state === 'open') throw incomplete()
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

function parseChunk(data: string): JsonObject {
  const { value } = parseJsonObject(Buffer.from(data), () => data, 'may-be-split')
  if ('svc' in value) {
    throw new FormatError('COMPLETION_MALFORMED', 'an event has an "svc" of its own')
  }
  if (value['error'] !== undefined && value['error'] !== null) {
    throw new GatewayError('upstream_error', 'The upstream broke off with an error of its own.')
  }
  return value
}

function continuesFirstChoice({ choices }: JsonObject): boolean {
  if (!Array.isArray(choices)) return false
  return choices.some((choice: Json) => {
    if (choice === null || typeof choice !== 'object' || Array.isArray(choice)) return true
    const { index, delta } = choice as JsonObject
    if (isOtherChoice(index)) return false
    if (delta === null || delta === undefined) return false
    if (typeof delta !== 'object' || Array.isArray(delta)) return true
    return Object.entries(delta).some(
      ([key, value]) => key !== 'role' && value !== null && value !== '' && !isEmptyList(value),
    )
  })
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0
}

function incomplete(): GatewayError {
  return new GatewayError(
    'upstream_error',
    'The upstream ended the answer in a way that no receipt can cover.',
  )
}

function tooLong(): GatewayError {
  return new GatewayError('upstream_error', 'An event of the upstream is too long.')
}
