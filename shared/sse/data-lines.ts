import { joinBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import * as streamProblems from '../words/english/formats/stream-problems.ts'
import { dataStart, eventLines } from './read-event.ts'

/** Where the value of one `data` line stands in its event. */
interface DataLine {
  readonly start: number
  readonly end: number
}

/** The data of one event, as bytes, and where each of them stands in it. */
export interface EventData {
  /** The `data` lines, joined with a line feed. */
  readonly bytes: Uint8Array
  /** Place in the data → place in the event. @throws {FormatError} SSE_MALFORMED */
  readonly toEvent: (offset: number) => number
}

const lineFeed = new Uint8Array([0x0a])

export function dataOfEvent(event: Uint8Array): EventData {
  const lines = eventLines(event).flatMap((line): readonly DataLine[] => {
    const start = dataStart(event, line)
    return start < 0 ? [] : [{ start, end: line.end }]
  })
  const parts = lines.map(({ start, end }) => event.subarray(start, end))
  return {
    bytes: joinBytes(parts.flatMap((part, index) => (index === 0 ? [part] : [lineFeed, part]))),
    toEvent(offset) {
      let left = offset
      for (const { start, end } of lines) {
        if (left <= end - start) return start + left
        left -= end - start + 1
      }
      throw new FormatError('SSE_MALFORMED', streamProblems.offset)
    },
  }
}
