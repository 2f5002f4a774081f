import { joinBytes, utf8ToBytes } from '../bytes/bytes.ts'
import { dataStart, eventLines } from './read-event.ts'

const lineFeed = new Uint8Array([0x0a])

/**
 * An event with other data: its other lines as they were, then one `data` line, then the blank line.
 * @param data has no line end in it
 */
export function withData(event: Uint8Array, data: string): Uint8Array {
  const others = eventLines(event)
    .filter((line) => line.end > line.start && dataStart(event, line) < 0)
    .flatMap(({ start, end }) => [event.subarray(start, end), lineFeed])
  return joinBytes([...others, utf8ToBytes(`data: ${data}\n\n`)])
}
