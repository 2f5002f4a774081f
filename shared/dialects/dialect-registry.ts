import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as completionProblems from '../words/english/formats/completion-problems.ts'
import type { ApiDialect, DialectId, StreamForm } from './api-dialect.ts'
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
 * The dialect of an answer, by its form; null for any other object.
 * @throws {FormatError} COMPLETION_MALFORMED for an answer of two dialects, of which one would be shown unsigned
 */
export function dialectOfAnswer(value: JsonObject): ApiDialect | null {
  const [dialect = null, other] = apiDialects.filter((each) => each.isAnswer(value))
  if (other === undefined) return dialect
  throw new FormatError('COMPLETION_MALFORMED', completionProblems.answerInTwoDialects)
}

/** A dialect in which answers are streamed. */
export interface StreamedDialect {
  readonly id: DialectId
  readonly stream: StreamForm
}

/** The dialect of a stream, by its first event with data; a stream of no other dialect is read as chat. */
export function dialectOfStream(data: JsonObject): StreamedDialect {
  for (const { id, stream } of apiDialects) {
    if (stream?.isFirst(data) === true) return { id, stream }
  }
  return { id: 'chat', stream: chatStream }
}
