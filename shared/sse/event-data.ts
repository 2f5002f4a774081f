import { readEvent } from './read-event.ts'

/**
 * The data of one event: its `data` lines joined with a line feed, or null when it has none.
 * @param decodeUtf8 throws when the bytes are not UTF-8
 * @throws {FormatError} SSE_MALFORMED
 */
export function eventData(
  event: Uint8Array,
  decodeUtf8?: (bytes: Uint8Array) => string,
): string | null {
  const { data } = readEvent(event, decodeUtf8)
  return data.length === 0 ? null : data.join('\n')
}
