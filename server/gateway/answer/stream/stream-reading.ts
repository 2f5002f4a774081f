import type { Json } from '#shared/canonical-json.ts'
import { createMessageAssembler } from '#shared/commitment/assemble-message.ts'
import { continuesFirstChoice } from '#shared/commitment/check-choices.ts'
import { createChunkReader } from '#shared/commitment/read-chunks.ts'
import { createRepeatedChunks } from '#shared/commitment/repeated-chunks.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
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
