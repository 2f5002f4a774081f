import type { Json } from '#shared/canonical-json.ts'
import { createMessageAssembler } from '#shared/commitment/assemble-message.ts'
import { continuesFirstChoice } from '#shared/commitment/check-choices.ts'
import { createChunkReader } from '#shared/commitment/read-chunks.ts'
import { createRepeatedChunks } from '#shared/commitment/repeated-chunks.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { createSseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import { hasOwnObfuscation } from '#shared/svc/obfuscation.ts'
import { decodeUtf8 } from '../../common/decode-utf8.ts'
import { readUsage, type AnswerTally } from '../../common/answer-tally.ts'
import type { ForClient } from '../for-client.ts'
import { streamIncomplete, svcOfItsOwn, upstreamBrokeOff } from './stream-errors.ts'

/** What is read of a stream, event by event: only looked at, for the bytes leave as they came. */
export interface StreamReading {
  /**
   * @param isEnded false for the bytes behind the last blank line
   * @returns whether the answer is complete with this event: of a chat, the first choice finishes
   * @throws {FormatError | GatewayError} what no receipt can cover
   */
  read(event: Uint8Array, isEnded: boolean): boolean
  /** Whether there is an event that others may repeat. */
  hasLearned(): boolean
  /** Takes the run of events at `from` that repeat one that was read. @returns just behind it, or `from` */
  skipRepeats(bytes: Uint8Array, from: number): number
  /** What is committed to; null before it is complete. */
  message(): Json
  /** Whether the upstream has begun to hide lengths itself. */
  readonly hasOwnObfuscation: boolean
}

interface ReadingDeps {
  /** Null where the answer is the gateway's to read. */
  readonly forClient: ForClient | null
  /** Kept up to date. */
  readonly tally: AnswerTally
}

/** @param asked how many choices the request asks for */
export function createStreamReading(
  asked: number,
  { forClient, tally }: ReadingDeps,
): StreamReading {
  const assembler = createMessageAssembler()
  const reader = createChunkReader({ asked, decodeUtf8 })
  const repeated = forClient === null ? createRepeatedChunks(decodeUtf8) : null
  let message: Json = null
  let hasBegun = false

  /** @returns whether the first choice finishes in it */
  function take(event: Uint8Array, chunk: JsonObject): boolean {
    if ('svc' in chunk) throw svcOfItsOwn()
    reading.hasOwnObfuscation ||= hasOwnObfuscation(chunk)
    forClient?.inspect(chunk, 'chunk')
    tally.pieces += 1
    tally.usage = readUsage(chunk, tally.usage)
    if (message !== null) {
      if (continuesFirstChoice(chunk)) throw streamIncomplete()
      return false
    }
    assembler.push(chunk)
    if (!assembler.finished()) {
      repeated?.learn(event, chunk)
      return false
    }
    message = assembler.message()
    if (message === null) throw streamIncomplete()
    return true
  }

  const reading = {
    read(event: Uint8Array, isEnded: boolean): boolean {
      const part = isEnded ? reader.read(event) : reader.readUnended(event)
      switch (part.kind) {
        case 'nothing':
          return false
        case 'done':
          if (message === null) throw streamIncomplete()
          return false
        case 'error':
          throw upstreamBrokeOff(part.chunk, !hasBegun)
        case 'chunk':
          hasBegun = true
          return take(event, part.chunk)
      }
    },
    hasLearned: () => message === null && repeated?.isLearned() === true,
    skipRepeats(bytes: Uint8Array, from: number): number {
      const run = message === null ? repeated?.run(bytes, from) : null
      if (run === null || run === undefined) return from
      tally.pieces += run.count
      if (run.count > 0) assembler.pushText(run.member, run.text)
      return run.end
    },
    message: () => message,
    hasOwnObfuscation: false,
  }
  return reading
}

/** Bytes of a stream that were read: one event, or a run of such that needed no reading of their own. */
interface ReadEvents {
  readonly bytes: Uint8Array
  /** Whether the answer is complete with them. */
  readonly finishes: boolean
}

interface EventFeed {
  /** Reads what came, in order. @throws {FormatError | GatewayError} what no receipt can cover */
  read(bytes: Uint8Array): Generator<ReadEvents, void, undefined>
  /** Nothing more comes. */
  end(): Generator<ReadEvents, void, undefined>
  /** Reads the bytes of an event that has not ended, after `end`. */
  rest(): ReadEvents
}

/** Events of one piece that are read one by one while there is none that they could repeat. */
const mostAlone = 32
const LF = 0x0a

/** Splits a stream into its events. Those that are surely repeats are not handed to the strict reader. */
export function createEventFeed(reading: StreamReading): EventFeed {
  const splitter = createSseSplitter(eventLimitBytes)
  /** Before the first event a byte order mark may stand, and nowhere else. */
  let hasBegun = false
  let left: Uint8Array = new Uint8Array(0)

  function readWhole(bytes: Uint8Array): ReadEvents {
    hasBegun = true
    return { bytes, finishes: reading.read(bytes, true) }
  }

  return {
    *read(bytes) {
      let at = 0
      let alone = 0
      while (at < bytes.length) {
        const from = at
        if (hasBegun && splitter.isBetween()) {
          // A million blank lines are not worth a look each.
          while (bytes[at] === LF) at += 1
          at = reading.skipRepeats(bytes, at)
        }
        if (at > from) yield { bytes: bytes.subarray(from, at), finishes: false }
        if (at === bytes.length) return
        if (!reading.hasLearned()) alone += 1
        const end = alone > mostAlone ? bytes.length : endOfEvent(bytes, at)
        for (const event of splitter.events(bytes.subarray(at, end))) yield readWhole(event)
        at = end
      }
    },
    *end() {
      const { events, rest } = splitter.end()
      left = rest
      for (const event of events) yield readWhole(event)
    },
    rest: () => ({ bytes: left, finishes: left.length > 0 && reading.read(left, false) }),
  }
}

/** Just behind the next two line feeds; an event that ends in another way does so within what is read on. */
function endOfEvent(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2
  }
  return bytes.length
}
