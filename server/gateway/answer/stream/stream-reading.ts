import type { Json } from '#shared/canonical-json.ts'
import { createMessageAssembler } from '#shared/commitment/assemble-message.ts'
import { continuesFirstChoice } from '#shared/commitment/check-choices.ts'
import { createChunkReader } from '#shared/commitment/read-chunks.ts'
import { createRepeatedChunks } from '#shared/commitment/repeated-chunks.ts'
import { SseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import { hasOwnObfuscation } from '#shared/svc/obfuscation.ts'
import { decodeUtf8 } from '../../common/decode-utf8.ts'
import { readUsage, type AnswerTally } from '../../common/answer-tally.ts'
import type { ForClient } from '../for-client.ts'
import { streamIncomplete, streamTooLong, svcOfItsOwn, upstreamBrokeOff } from './stream-errors.ts'

/** What is read of a stream, event by event: only looked at, for the bytes leave as they came. */
export interface StreamReading {
  /**
   * @param isEnded false for the bytes behind the last blank line
   * @returns whether the answer is complete with this event: of a chat, the first choice finishes
   * @throws {FormatError | GatewayError} what no receipt can cover
   */
  read(event: Uint8Array, isEnded: boolean): boolean
  /** Takes the run of events at `from` that repeat one that was read. @returns just behind it, or `from` */
  skipRepeats(bytes: Uint8Array, from: number): number
  /** What is committed to; null before it is complete. */
  readonly message: Json
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
  let hasBegun = false

  const reading = {
    message: null as Json,
    hasOwnObfuscation: false,
    read(event: Uint8Array, isEnded: boolean): boolean {
      const part = isEnded ? reader.read(event) : reader.readUnended(event)
      if (part.kind === 'done' && reading.message === null) throw streamIncomplete()
      if (part.kind === 'error') throw upstreamBrokeOff(part.chunk, !hasBegun)
      if (part.kind !== 'chunk') return false
      const { chunk } = part
      if ('svc' in chunk) throw svcOfItsOwn()
      hasBegun = true
      reading.hasOwnObfuscation ||= hasOwnObfuscation(chunk)
      forClient?.inspect(chunk, 'chunk')
      tally.pieces += 1
      tally.usage = readUsage(chunk, tally.usage)
      if (reading.message !== null) {
        if (continuesFirstChoice(chunk)) throw streamIncomplete()
        return false
      }
      assembler.push(chunk)
      if (!assembler.finished()) {
        repeated?.learn(event, chunk)
        return false
      }
      reading.message = assembler.message()
      if (reading.message === null) throw streamIncomplete()
      return true
    },
    skipRepeats(bytes: Uint8Array, from: number): number {
      const run = reading.message === null ? repeated?.run(bytes, from) : null
      if (run === null || run === undefined) return from
      tally.pieces += run.count
      if (run.count > 0) assembler.pushText(run.member, run.text)
      return run.end
    },
  }
  return reading
}

/** Bytes of a stream that were read: one event, or a run of such that needed no reading of their own. */
export interface ReadEvents {
  readonly bytes: Uint8Array
  /** Whether the answer is complete with them. */
  readonly finishes: boolean
}

/** Longest streamed answer, 128 MiB. */
const answerLimitBytes = 128 * 1024 * 1024
/** Events of one piece that are read one by one while none repeats another. */
const mostAlone = 32
const LF = 0x0a
const blankLine = Buffer.from('\n\n')

/**
 * Splits a stream into its events and reads them, a piece of the network at a time. Those that are surely repeats are
 * not handed to the strict reader.
 * @throws {FormatError | GatewayError} what no receipt can cover, behind what was read until then
 */
export async function* readStream(
  pieces: AsyncIterable<Uint8Array>,
  reading: StreamReading,
): AsyncGenerator<readonly ReadEvents[], void, undefined> {
  const splitter = new SseSplitter(eventLimitBytes)
  /** Behind a blank line, so the next byte is the first of an event. Before the first event a byte order mark may stand. */
  let isBetween = false
  let answerBytes = 0
  let read: ReadEvents[] = []

  function readPiece(piece: Uint8Array): void {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    let at = 0
    let alone = 0
    while (at < bytes.length) {
      const from = at
      if (isBetween) {
        // A million blank lines are not worth a look each.
        while (bytes[at] === LF) at += 1
        const first = at
        at = reading.skipRepeats(bytes, first)
        if (at > first) alone = 0
      }
      if (at > from) read.push({ bytes: bytes.subarray(from, at), finishes: false })
      if (at === bytes.length) return
      alone += 1
      const blank =
        alone > mostAlone ? bytes.length - blankLine.length : bytes.indexOf(blankLine, at)
      const end = blank < at ? bytes.length : blank + blankLine.length
      for (const event of splitter.events(bytes.subarray(at, end))) {
        read.push({ bytes: event, finishes: reading.read(event, true) })
      }
      isBetween = end - at > 1 && bytes[end - 1] === LF && bytes[end - 2] === LF
      at = end
    }
  }

  function readEnd(): void {
    const { events, rest } = splitter.end()
    for (const event of events) read.push({ bytes: event, finishes: reading.read(event, true) })
    const finishes = rest.length > 0 && reading.read(rest, false)
    // Nothing may stand behind an event without its end: what breaks the stream off would be part of it.
    if (reading.message === null) throw streamIncomplete()
    read.push({ bytes: rest, finishes })
  }

  try {
    for await (const piece of pieces) {
      answerBytes += piece.length
      if (answerBytes > answerLimitBytes) throw streamTooLong()
      readPiece(piece)
      yield read
      read = []
    }
    readEnd()
  } catch (error) {
    yield read
    throw error
  }
  yield read
}
