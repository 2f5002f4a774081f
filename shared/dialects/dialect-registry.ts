import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { ApiDialect, StreamForm } from './api-dialect.ts'
import { chatDialect, chatStream } from './chat.ts'
import { embeddingsDialect } from './embeddings.ts'
import { messagesDialect } from './messages.ts'
import { responsesDialect } from './responses.ts'

/** All of them. */
export const apiDialects: readonly ApiDialect[] = [
  chatDialect,
  embeddingsDialect,
  messagesDialect,
  responsesDialect,
]

/**
 * By the form of an answer; null for any other object.
 * @throws {FormatError} COMPLETION_MALFORMED for an answer of two dialects, of which one would be shown unsigned
 */
export function dialectOfAnswer(value: JsonObject): ApiDialect | null {
  const [dialect = null, other] = apiDialects.filter((each) => each.isAnswer(value))
  if (other === undefined) return dialect
  throw new FormatError('COMPLETION_MALFORMED', 'it is an answer in two dialects')
}

/** By the first event with data in it; what no other dialect takes is read as chat. */
export function streamFormOf(data: JsonObject): StreamForm {
  return apiDialects.find(({ stream }) => stream?.isFirst(data) === true)?.stream ?? chatStream
}
