import { createSseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import type { StreamReading } from './stream-reading.ts'

/** Bytes of a stream that were read: one event, or a run of such that needed no reading of their own. */
interface ReadEvents {
  readonly bytes: Uint8Array
  /** Whether the answer is complete with them. */
  readonly finishes: boolean
}

export interface EventFeed {
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
