import { utf8ToBytes } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { promptReadings } from '../dialects/prompt-value.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { parseJsonArray } from '../json/parse-json-array.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import type { AskedInFile } from './subject.ts'

/**
 * What was asked, out of a text that holds the messages alone, or the request that they stand in. An object without
 * any was asked nothing.
 * @throws {FormatError} JSON_*
 */
export function readRequest(text: string): AskedInFile {
  const value = text.trimStart().startsWith('[')
    ? parseJsonArray(text)
    : parseJsonObject(utf8ToBytes(text)).value
  return askedIn(value)
}

/** The same out of what was read already. */
export function askedIn(value: Json): AskedInFile {
  if (!isJsonObject(value)) return { messages: value, model: null }
  const { model } = value
  return {
    messages: promptReadings(value).length === 0 ? [] : value,
    model: typeof model === 'string' ? model : null,
  }
}
