import { parseUtf8 } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import * as streamProblems from '../words/english/formats/stream-problems.ts'

export interface SseEvent {
  /** Value of its `event` line; '' without one, and for `message`, which means the same. */
  readonly name: string
  /** Values of its `data` lines, one each. */
  readonly data: readonly string[]
}

/** Where programs end lines that read text with Python's `str.splitlines`, and others do not. */
const otherLineEnds = '\\u000b\\u000c\\u001c-\\u001e\\u0085\\u2028\\u2029'
const hiddenLine = new RegExp(`[${otherLineEnds}]\\s*(?:data|event|id|retry)\\s*:`, 'i')
const hiddenEnd = new RegExp(`[\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f${otherLineEnds}]`)

/**
 * Reads one event so that no reader can have read another: a line is blank, a comment, or one of the four
 * fields of WHATWG HTML section 9.2.6, written exactly. Readers that ignore other lines, drop a byte order mark before
 * one, or trim names would each show something else.
 * @param decodeUtf8 throws when the bytes are not UTF-8
 * @throws {FormatError} SSE_MALFORMED
 */
export function readEvent(
  event: Uint8Array,
  decodeUtf8: (bytes: Uint8Array) => string = parseUtf8,
): SseEvent {
  if (isBlankLine(event)) return blank
  const data: string[] = []
  let name = ''
  for (const line of decode(event, decodeUtf8).split(/\r\n|\n|\r/)) {
    if (line === '') continue
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    switch (field) {
      case 'data':
        if (hiddenLine.test(value)) throw malformed(streamProblems.lineBreak)
        data.push(value)
        break
      case 'event':
      case 'id':
      case 'retry':
      case '':
        if (hiddenEnd.test(value)) throw malformed(streamProblems.control)
        if (field === 'event') name = value === 'message' ? '' : value
        break
      default:
        throw malformed(streamProblems.line)
    }
  }
  return { name, data }
}

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

const blank: SseEvent = { name: '', data: [] }

/** Nothing else: a stream of blank lines is an event a byte. */
function isBlankLine(event: Uint8Array): boolean {
  const [first, second] = [event[0], event[1]]
  if (event.length === 1) return first === 0x0a || first === 0x0d
  return event.length === 2 && first === 0x0d && second === 0x0a
}

function decode(bytes: Uint8Array, decodeUtf8: (bytes: Uint8Array) => string): string {
  try {
    return decodeUtf8(bytes)
  } catch {
    throw malformed(streamProblems.notUtf8)
  }
}

function malformed(message: string): FormatError {
  return new FormatError('SSE_MALFORMED', message)
}

const LF = 0x0a
const CR = 0x0d

export interface EventLine {
  readonly start: number
  /** Just behind the last byte of the line, before its line end. */
  readonly end: number
}

/** The lines of one event, in order, without their line ends. */
export function eventLines(event: Uint8Array): readonly EventLine[] {
  const lines: EventLine[] = []
  let start = 0
  for (let at = 0; at < event.length; at++) {
    const byte = event[at]
    if (byte !== LF && byte !== CR) continue
    lines.push({ start, end: at })
    if (byte === CR && event[at + 1] === LF) at += 1
    start = at + 1
  }
  if (start < event.length) lines.push({ start, end: event.length })
  return lines
}

/**
 * Where the value of a `data` line begins, or -1 for any other line (WHATWG HTML section 9.2.6: one
 * leading space is not part of the value).
 */
export function dataStart(event: Uint8Array, { start, end }: EventLine): number {
  const isData =
    event[start] === 0x64 &&
    event[start + 1] === 0x61 &&
    event[start + 2] === 0x74 &&
    event[start + 3] === 0x61 &&
    start + 4 <= end
  if (!isData) return -1
  if (start + 4 === end) return end
  if (event[start + 4] !== 0x3a) return -1
  return event[start + 5] === 0x20 && start + 6 <= end ? start + 6 : start + 5
}
