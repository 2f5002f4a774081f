import type { RepeatedChunk, RepeatedChunks } from '#shared/commitment/repeated-chunks.ts'
import { createSseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'

/** What is told of a stream, in the order of its bytes. */
interface FeedEvents {
  /** One whole event, to be read strictly. */
  event(event: Uint8Array): void
  /** An event that repeats one that was read. */
  repeat(chunk: RepeatedChunk): void
  /** Bytes that need no reading any more: blank lines between events, and those that were repeats. */
  passed(bytes: Uint8Array): void
}

export interface EventFeed {
  /** @throws {FormatError} SSE_TOO_LONG */
  push(chunk: Uint8Array): void
  /** Nothing more comes. @returns bytes of an event that has not ended */
  end(): Uint8Array
}

/** Events of one piece that are read one by one while there is none that they could repeat. */
const mostAlone = 32
const LF = 0x0a

/**
 * Splits a stream into its events. Those that are surely repeats are not handed to the strict reader.
 * @param repeated null where each event is to be read strictly
 */
export function createEventFeed(
  told: FeedEvents,
  repeated: () => RepeatedChunks | null,
): EventFeed {
  const splitter = createSseSplitter(eventLimitBytes)
  /** Before the first event a byte order mark may stand, and nowhere else. */
  let hasBegun = false

  function take(event: Uint8Array): void {
    hasBegun = true
    told.event(event)
  }

  /** @returns where the next event begins that has to be read; a million blank lines are not worth a look each */
  function passBy(chunk: Uint8Array, from: number): number {
    let at = from
    while (hasBegun && splitter.isBetween()) {
      while (chunk[at] === LF) at += 1
      const same = repeated()?.match(chunk, at) ?? null
      if (same === null) break
      told.repeat(same)
      at = same.end
    }
    return at
  }

  return {
    push(chunk) {
      let at = 0
      let alone = 0
      while (at < chunk.length) {
        const from = at
        at = passBy(chunk, from)
        if (at > from) told.passed(chunk.subarray(from, at))
        if (repeated()?.isLearned() !== true) alone += 1
        const end = alone > mostAlone ? chunk.length : endOfEvent(chunk, at)
        splitter.push(chunk.subarray(at, end), take)
        at = end
      }
    },
    end: () => splitter.end(take),
  }
}

/** Just behind the next two line feeds; an event that ends in another way does so within what is read on. */
function endOfEvent(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2
  }
  return bytes.length
}
