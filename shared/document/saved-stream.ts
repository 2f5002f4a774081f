import type { Json } from '../canonical-json.ts'
import { dialectOfAnswer } from '../dialects/dialect-registry.ts'
import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { jsonObjectIn } from './saved.ts'

/** Chunks of a stream as a program kept them, written as a stream again; null where these are none. */
export function streamOfChunks(values: readonly Json[]): string | null {
  const [first] = values
  if (first === undefined) return null
  if (values.every(isChunk)) {
    return values.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
  }
  return values.every(isEvent) ? values.map(namedEvent).join('') : null
}

/** Of a stream of messages or of a response: its name is its type. */
function namedEvent(event: NamedEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

const eventType =
  /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping|response\.[a-z_.]+)$/

type NamedEvent = JsonObject & { readonly type: string }

function isEvent(value: Json): value is NamedEvent {
  return isJsonObject(value) && typeof value['type'] === 'string' && eventType.test(value['type'])
}

function isChunk(value: Json): boolean {
  if (!isJsonObject(value) || !Array.isArray(value['choices'])) return false
  const isWhole = (value['choices'] as readonly Json[]).some(
    (choice) => isJsonObject(choice) && isJsonObject(choice['message']),
  )
  return !isWhole && (value['object'] === 'chat.completion.chunk' || 'choices' in value)
}

/** Whether a text is an answer, a stream of one or a part of either, with a receipt or without. @throws {FormatError} */
export function isAnswerText(text: string): boolean {
  const value = jsonObjectIn(text)
  if (value !== null) {
    return 'svc' in value || value['role'] === 'assistant' || isEvent(value) || isAnswer(value)
  }
  return text.split(/\r\n|\n|\r/).some((line) => {
    const data = jsonObjectIn(dataLine.exec(line)?.[1] ?? '')
    return data !== null && ('svc' in data || isChunk(data) || isEvent(data))
  })
}

/** An empty list of `data` is many things before it is one of vectors. @throws {FormatError} */
function isAnswer(value: JsonObject): boolean {
  const { data } = value
  return dialectOfAnswer(value) !== null && !(Array.isArray(data) && data.length === 0)
}

const dataLine = /^data: ?(.*)$/

/** More than a file has that was not made to take long: each of them is read strictly. */
const mostLines = 10_000

/** @throws {FormatError} TOO_MANY_LINES */
function limitLines(lines: readonly string[]): void {
  if (lines.length <= mostLines) return
  throw new FormatError('TOO_MANY_LINES', `it has more than ${mostLines} lines`)
}

/**
 * A stream whose blank lines were lost, as `grep data:` loses them, with them put back; null for any other text.
 * Where there is one blank line, the others are not lost.
 * @throws {FormatError}
 */
export function withBlankLines(text: string): string | null {
  const lines = text.trim().split(/\r\n|\n|\r/)
  if (lines.some((line) => line.trim() === '')) return null
  const values = lines.flatMap((line) => dataLine.exec(line)?.[1] ?? [])
  if (values.length > 0) limitLines(lines)
  const areWhole = values.every((value) => value === '[DONE]' || jsonObjectIn(value) !== null)
  if (values.length < 2 || !areWhole) return null
  const events = values.flatMap((value) => (value === '[DONE]' ? [] : (jsonObjectIn(value) ?? [])))
  // `grep` leaves the data alone.
  if (values.length === lines.length && events.every(isEvent))
    return events.map(namedEvent).join('')
  return lines.map((line) => (dataLine.test(line) ? `${line}\n\n` : `${line}\n`)).join('')
}

/** The objects of JSON lines, with or without `[DONE]`; null for any other text. @throws {FormatError} */
export function objectsOfLines(text: string): readonly Json[] | null {
  const lines = text
    .split(/\r\n|\n/)
    .filter((line) => line.trim() !== '' && line.trim() !== '[DONE]')
  const [first] = lines
  if (lines.length < 2 || first === undefined || jsonObjectIn(first) === null) return null
  limitLines(lines)
  const values: Json[] = []
  for (const line of lines) {
    const value = jsonObjectIn(line)
    if (value === null) return null
    values.push(value)
  }
  return values
}
