import { parseUtf8 } from '../bytes.ts'
import { FormatError } from '../errors.ts'
import { dataStart, eventLines } from './event-lines.ts'

/**
 * The data of one event: its `data` lines joined with a line feed, or null when it has none.
 * @param decodeUtf8 throws when the bytes are not UTF-8
 * @throws {FormatError} SSE_MALFORMED when the data is not UTF-8
 */
export function eventData(
  event: Uint8Array,
  decodeUtf8: (bytes: Uint8Array) => string = parseUtf8,
): string | null {
  let data: string | null = null
  for (const line of eventLines(event)) {
    const start = dataStart(event, line)
    if (start < 0) continue
    const text = decode(event.subarray(start, line.end), decodeUtf8)
    data = data === null ? text : `${data}\n${text}`
  }
  return data
}

function decode(bytes: Uint8Array, decodeUtf8: (bytes: Uint8Array) => string): string {
  try {
    return decodeUtf8(bytes)
  } catch {
    throw new FormatError('SSE_MALFORMED', 'the data of an event is not UTF-8')
  }
}
