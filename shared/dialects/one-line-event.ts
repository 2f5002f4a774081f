import { FormatError } from '../errors.ts'
import { parseJsonText, type JsonObject } from '../json/parse-json-object.ts'
import { readEvent } from '../sse/read-event.ts'
import * as messageProblems from '../words/english/formats/message-problems.ts'

interface OneLineEvent {
  /** '' without one. */
  readonly name: string
  /** `done` for `[DONE]`; null for a comment, or fields without data. */
  readonly data: JsonObject | 'done' | null
}

/**
 * An event whose data is one JSON object on one line, as the vendors write it: readers that take each line for
 * itself and those that join them see the same.
 * @param decodeUtf8 throws when the bytes are not UTF-8
 * @throws {FormatError} SSE_MALFORMED, JSON_*
 */
export function readOneLine(
  event: Uint8Array,
  decodeUtf8?: (bytes: Uint8Array) => string,
): OneLineEvent {
  const { name, data } = readEvent(event, decodeUtf8)
  const [text, ...more] = data
  if (text === undefined) return { name, data: null }
  if (more.length > 0) throw new FormatError('SSE_MALFORMED', messageProblems.dataSplit)
  if (text === '[DONE]') return { name, data: 'done' }
  return { name, data: parseJsonText(text, 'may-be-split') }
}
