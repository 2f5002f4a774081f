import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { jsonObjectIn } from './saved.ts'

/** Chunks of a stream as a program kept them, written as a stream again; null where these are none. */
export function streamOfChunks(values: readonly Json[]): string | null {
  const [first] = values
  if (first === undefined || !values.every(isChunk)) return null
  return values.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
}

function isChunk(value: Json): boolean {
  if (!isJsonObject(value) || !Array.isArray(value['choices'])) return false
  const isWhole = (value['choices'] as readonly Json[]).some(
    (choice) => isJsonObject(choice) && isJsonObject(choice['message']),
  )
  return !isWhole && (value['object'] === 'chat.completion.chunk' || 'choices' in value)
}

const dataLine = /^data: ?(.*)$/

/**
 * A stream whose blank lines were lost, as `grep data:` loses them, with them put back; null for any other text.
 * Where there is one blank line, the others are not lost.
 */
export function withBlankLines(text: string): string | null {
  const lines = text.trim().split(/\r\n|\n|\r/)
  if (lines.some((line) => line.trim() === '')) return null
  const values = lines.flatMap((line) => dataLine.exec(line)?.[1] ?? [])
  const areWhole = values.every((value) => value === '[DONE]' || jsonObjectIn(value) !== null)
  if (values.length < 2 || !areWhole) return null
  return lines.map((line) => (dataLine.test(line) ? `${line}\n\n` : `${line}\n`)).join('')
}

/** The objects of JSON lines, with or without `[DONE]`; null for any other text. @throws {FormatError} */
export function objectsOfLines(text: string): readonly Json[] | null {
  const lines = text
    .split(/\r\n|\n/)
    .filter((line) => line.trim() !== '' && line.trim() !== '[DONE]')
  if (lines.length < 2) return null
  const values: Json[] = []
  for (const line of lines) {
    const value = jsonObjectIn(line)
    if (value === null) return null
    values.push(value)
  }
  return values
}
