import { utf8ToBytes, parseUtf8 } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { promptReadings } from '../dialects/prompt-value.ts'
import { isGiven } from '../json/is-given.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { bareText } from './bare-text.ts'
import { jsonArrayIn, jsonObjectIn } from './saved.ts'
import { objectsOfLines } from './saved-stream.ts'
import type { AskedInFile } from './subject.ts'

/**
 * What was asked, out of a text that holds the messages alone, the request that they stand in, or a log of it. An
 * object without any was asked nothing.
 * @throws {FormatError} JSON_*
 */
export function readRequest(text: string): AskedInFile {
  const bare = bareText(text)
  const list = jsonArrayIn(bare) ?? objectsOfLines(bare)
  if (list !== null) return askedOfList(list)
  const object = jsonObjectIn(bare) ?? parseJsonObject(utf8ToBytes(bare), parseUtf8).value
  return askedIn(object) ?? { messages: [], model: modelOf(object) }
}

function askedOfList(list: readonly Json[]): AskedInFile {
  const [first, second] = list
  const logged = second === undefined && isJsonObject(first) ? askedIn(first) : null
  return logged ?? { messages: list, model: null }
}

/** The request that stands in an object, or is one; null for an object without messages. @throws {FormatError} */
export function askedIn(value: JsonObject): AskedInFile | null {
  const request = value['prompt_json'] ?? value['request'] ?? value
  const read = typeof request === 'string' ? jsonObjectIn(request) : request
  if (!isJsonObject(read) || promptReadings(read).length === 0) return null
  const { messages, system } = read
  // A log calls whatever was sent its messages, so every dialect is tried; a request says its own.
  const isLog = read === value && 'response' in value
  const isAlone = isLog && Array.isArray(messages) && !isGiven(system)
  return { messages: isAlone ? (messages as readonly Json[]) : read, model: modelOf(read) }
}

/** What `llm` keeps of a request; null for any other log. */
export function lastTurnIn({ prompt, system }: JsonObject): AskedInFile | null {
  if (typeof prompt !== 'string') return null
  const user = { role: 'user', content: prompt }
  const messages = isGiven(system) ? [{ role: 'system', content: system }, user] : [user]
  return { messages, model: null, isLastTurn: true }
}

function modelOf({ model }: JsonObject): string | null {
  return typeof model === 'string' ? model : null
}
