import { parseUtf8 } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'

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
        if (hiddenLine.test(value)) throw malformed('data has a line in it that some readers see')
        data.push(value)
        break
      case 'event':
      case 'id':
      case 'retry':
      case '':
        if (hiddenEnd.test(value)) throw malformed('a line has control characters')
        if (field === 'event') name = value === 'message' ? '' : value
        break
      default:
        throw malformed('a line is neither a comment nor a field of server-sent events')
    }
  }
  return { name, data }
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
    throw malformed('an event is not UTF-8, or begins with a byte order mark')
  }
}

function malformed(message: string): FormatError {
  return new FormatError('SSE_MALFORMED', message)
}
