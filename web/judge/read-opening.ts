import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { dialectOfAnswer } from '#shared/dialects/dialect-registry.ts'
import { promptReadings } from '#shared/dialects/prompt-value.ts'
import { FormatError } from '#shared/errors.ts'
import type { Opening } from '#shared/judge/judge-subject.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'

/** What was read of pasted text; `isTyped` where it is no JSON that a program wrote. */
type ReadWords = Pick<Opening, 'values' | 'isTyped'>

/**
 * What pasted text may stand for as `messages`: a request, a list of messages, or one user's words as
 * they stood on the screen.
 * @throws {FormatError} for JSON that cannot be read strictly
 */
export function readMessages(text: string): ReadWords {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) {
    const wrapped = parseObject(`{"messages":${trimmed}}`)
    const messages = wrapped?.['messages']
    if (Array.isArray(messages)) return { values: promptReadings(messages as readonly Json[]) }
  }
  const request = trimmed.startsWith('{') ? parseObject(trimmed) : null
  const readings = request === null ? [] : promptReadings(request)
  if (readings.length > 0) return { values: readings }
  if (typeof request?.['role'] === 'string') return { values: [[request]] }
  return { values: asShown(text).map((content) => [{ role: 'user', content }]), isTyped: true }
}

/** The model of a request that was pasted; null for messages and words alone. @throws {FormatError} */
export function readModel(text: string): string | null {
  const trimmed = text.trim()
  const request = trimmed.startsWith('{') ? parseObject(trimmed) : null
  const isRequest = request !== null && promptReadings(request).length > 0
  const model = isRequest ? request['model'] : null
  return typeof model === 'string' ? model : null
}

/**
 * What pasted text may stand for as the answer's message: a completion, a message, or the words as
 * they stood on the screen.
 * @throws {FormatError} for JSON that cannot be read strictly
 */
export function readMessage(text: string): ReadWords {
  const trimmed = text.trim()
  const object = trimmed.startsWith('{') ? parseObject(trimmed) : null
  const dialect = object === null ? null : dialectOfAnswer(object)
  if (object !== null && dialect !== null) return { values: [dialect.answerValue(object, null)] }
  if (typeof object?.['role'] === 'string') return { values: [object] }
  const values = asShown(text).flatMap((content) => [
    { role: 'assistant', content },
    // Some servers say on every message that it refuses nothing.
    { role: 'assistant', content, refusal: null },
  ])
  return { values, isTyped: true }
}

/** Copying from a screen adds and drops blanks at the ends. */
function asShown(text: string): readonly string[] {
  const trimmed = text.trim()
  return [...new Set([text, trimmed, `${trimmed}\n`, ` ${trimmed}`])]
}

/** Null for a text that only looks like JSON: people do ask about braces. */
function parseObject(text: string): JsonObject | null {
  try {
    return parseJsonObject(utf8ToBytes(text)).value
  } catch (error) {
    if (error instanceof FormatError && error.code === 'JSON_MALFORMED') return null
    throw error
  }
}
