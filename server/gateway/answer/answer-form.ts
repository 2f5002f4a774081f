import type { Json } from '#shared/canonical-json.ts'
import { checkCompletion, choicesAsked } from '#shared/commitment/check-choices.ts'
import type { ApiDialect } from '#shared/dialects/api-dialect.ts'
import { vectorsAsked } from '#shared/dialects/embeddings.ts'
import { spliceSvcIntoLast } from '#shared/dialects/splice-svc-into-last.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { spliceSvcIntoEvent } from '#shared/svc/splice-svc.ts'
import type { ForClient } from './for-client.ts'
import type { AnswerTally } from '../common/answer-tally.ts'
import { createDialectReading } from './stream/dialect-reading.ts'
import { createStreamReading, type StreamReading } from './stream/stream-reading.ts'

/** How the answer to one request is read, and where `svc` goes in a stream. */
export interface AnswerForm {
  /** What is committed to of a whole answer. @throws {FormatError} what no receipt can cover */
  whole(answer: JsonObject): Json
  /** Looks through a whole answer that only its client can read; null where the gateway reads it. @throws {GatewayError} */
  readonly inspect: ((answer: JsonObject) => void) | null
  /** @param tally kept up to date while events are read */
  stream(tally: AnswerTally): StreamReading
  spliceSvc(event: Uint8Array, svcText: string): Uint8Array
}

/** The form of an answer that the gateway reads. */
export function formOfAnswer(dialect: ApiDialect, request: JsonObject): AnswerForm {
  if (dialect.id === 'chat') return chatForm(request, null)
  return dialectForm(dialect, dialect.id === 'embeddings' ? vectorsAsked(request['input']) : 1)
}

/** @param forClient null where the answer is the gateway's to read */
export function chatForm({ n }: JsonObject, forClient: ForClient | null): AnswerForm {
  const asked = choicesAsked(n)
  return {
    whole: (answer) => checkCompletion(answer, asked),
    inspect: forClient && ((answer) => forClient.inspect(answer, 'answer')),
    stream: (tally) => createStreamReading(asked, { forClient, tally }),
    spliceSvc: spliceSvcIntoEvent,
  }
}

/** @param asked how many choices, or vectors, the request asks for */
export function dialectForm({ id, answerValue, stream }: ApiDialect, asked: number): AnswerForm {
  return {
    whole: (answer) => answerValue(answer, asked),
    inspect: null,
    stream(tally) {
      if (stream === null) throw new TypeError('answers of this dialect are never streamed')
      return createDialectReading(stream.read(asked), tally)
    },
    spliceSvc: (event, svcText) => spliceSvcIntoLast(id, event, svcText),
  }
}
