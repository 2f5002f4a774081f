import type { JsonObject } from '../json/parse-json-object.ts'
import type { ApiDialect, StreamForm } from './api-dialect.ts'
import { chatDialect, chatStream } from './chat.ts'
import { embeddingsDialect } from './embeddings.ts'
import { messagesDialect } from './messages.ts'
import { responsesDialect } from './responses.ts'

/** All of them; the first that takes an answer for its own reads it. */
export const apiDialects: readonly ApiDialect[] = [
  chatDialect,
  embeddingsDialect,
  messagesDialect,
  responsesDialect,
]

/** By the form of an answer; null for any other object. */
export function dialectOfAnswer(value: JsonObject): ApiDialect | null {
  return apiDialects.find((dialect) => dialect.isAnswer(value)) ?? null
}

/** By the first event with data in it; what no other dialect takes is read as chat. */
export function streamFormOf(data: JsonObject): StreamForm {
  return apiDialects.find(({ stream }) => stream?.isFirst(data) === true)?.stream ?? chatStream
}
