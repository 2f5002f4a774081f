import { concatBytes, utf8ToBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import { scanJson } from '../json/scan-json.ts'
import { dataOfEvent } from '../sse/data-lines.ts'
import { dataStart, eventLines } from '../sse/read-event.ts'
import * as svcProblems from '../words/english/formats/svc-problems.ts'

const CLOSE_BRACE = 0x7d
const OPEN_BRACE = 0x7b

/**
 * Inserts `,"svc":<svcText>` before the last `}` of a JSON object's text and changes nothing else.
 * `removeSvcFromJson` is its exact inverse.
 * @param body text of a JSON object that has no member `svc`
 * @throws {FormatError} JSON_MALFORMED when the text does not end as an object
 */
export function spliceSvcIntoJson(body: Uint8Array, svcText: string): Uint8Array {
  const brace = closingBrace(body, { start: 0, end: body.length })
  return spliceAt(body, brace, member(lastByteBefore(body, [{ start: 0, end: brace }]), svcText))
}

/**
 * The same inside the `data` of one server-sent event: comments, other fields, line ends and the
 * split of the data into lines stay as they are.
 * @param svcText has no line end in it, as JSON.stringify writes it
 * @throws {FormatError} SSE_MALFORMED when the event's data does not end as an object
 */
export function spliceSvcIntoEvent(event: Uint8Array, svcText: string): Uint8Array {
  const parts = eventLines(event)
    .map((line) => ({ start: dataStart(event, line), end: line.end }))
    .filter(({ start, end }) => start >= 0 && !isBlank(event, start, end))
  const last = parts.at(-1)
  if (!last) throw new FormatError('SSE_MALFORMED', svcProblems.noData)
  const brace = closingBrace(event, last)
  const before = [...parts.slice(0, -1), { start: last.start, end: brace }]
  return spliceAt(event, brace, member(lastByteBefore(event, before), svcText))
}

/**
 * The same as the last member of an object that is a member of the data: of `response`, say.
 * @throws {FormatError} SSE_MALFORMED when the data has no such member, or it is no object
 */
export function spliceSvcIntoMember(event: Uint8Array, name: string, svcText: string): Uint8Array {
  const { bytes, toEvent } = dataOfEvent(event)
  const found = scanJson(bytes).members.find(({ key }) => key === name)
  if (!found) throw new FormatError('SSE_MALFORMED', svcProblems.noMember)
  const brace = closingBrace(bytes, { start: found.valueStart, end: found.valueEnd })
  const before = lastByteBefore(bytes, [{ start: found.valueStart, end: brace }])
  return spliceAt(event, toEvent(brace), member(before, svcText))
}

interface Part {
  readonly start: number
  readonly end: number
}

function spliceAt(bytes: Uint8Array, place: number, text: string): Uint8Array {
  return concatBytes(bytes.subarray(0, place), utf8ToBytes(text), bytes.subarray(place))
}

/** An object with nothing in it takes its first member without a comma. */
function member(previous: number | undefined, svcText: string): string {
  return previous === OPEN_BRACE ? `"svc":${svcText}` : `,"svc":${svcText}`
}

/** The last byte of these parts that is no space. */
function lastByteBefore(bytes: Uint8Array, parts: readonly Part[]): number | undefined {
  for (const { start, end } of parts.toReversed()) {
    for (let at = end - 1; at >= start; at--) if (!isSpace(bytes[at])) return bytes[at]
  }
  return undefined
}

function closingBrace(bytes: Uint8Array, { start, end }: Part): number {
  let at = end - 1
  while (at >= start && isSpace(bytes[at])) at -= 1
  if (at >= start && bytes[at] === CLOSE_BRACE) return at
  throw new FormatError('JSON_MALFORMED', svcProblems.noObjectEnd)
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(bytes[at])) return false
  return true
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
