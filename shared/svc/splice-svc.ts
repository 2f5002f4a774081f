import { concatBytes, utf8ToBytes } from '../bytes.ts'
import { FormatError } from '../errors.ts'
import { dataStart, eventLines } from '../sse/event-lines.ts'

const CLOSE_BRACE = 0x7d
const OPEN_BRACE = 0x7b

/**
 * Inserts `,"svc":<svcText>` before the last `}` of a JSON object's text and changes nothing else.
 * `removeSvcFromJson` is its exact inverse.
 * @param body text of a JSON object that has no member `svc`
 * @throws {FormatError} JSON_MALFORMED when the text does not end as an object
 */
export function spliceSvcIntoJson(body: Uint8Array, svcText: string): Uint8Array {
  return spliceAt(body, closingBrace(body, 0, body.length), svcText)
}

/**
 * The same inside the `data` of one server-sent event: comments, other fields, line ends and the
 * split of the data into lines stay as they are.
 * @param svcText has no line end in it, as JSON.stringify writes it
 * @throws {FormatError} SSE_MALFORMED when the event's data does not end as an object
 */
export function spliceSvcIntoEvent(event: Uint8Array, svcText: string): Uint8Array {
  for (const line of eventLines(event).toReversed()) {
    const start = dataStart(event, line)
    if (start < 0 || isBlank(event, start, line.end)) continue
    return spliceAt(event, closingBrace(event, start, line.end), svcText)
  }
  throw new FormatError('SSE_MALFORMED', 'the event has no data')
}

function spliceAt(bytes: Uint8Array, brace: number, svcText: string): Uint8Array {
  let before = brace - 1
  while (before >= 0 && isSpace(bytes[before])) before -= 1
  const comma = bytes[before] === OPEN_BRACE ? '' : ','
  return concatBytes(
    bytes.subarray(0, brace),
    utf8ToBytes(`${comma}"svc":${svcText}`),
    bytes.subarray(brace),
  )
}

function closingBrace(bytes: Uint8Array, start: number, end: number): number {
  let at = end - 1
  while (at >= start && isSpace(bytes[at])) at -= 1
  if (at >= start && bytes[at] === CLOSE_BRACE) return at
  throw new FormatError('JSON_MALFORMED', 'the text does not end as an object')
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(bytes[at])) return false
  return true
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
