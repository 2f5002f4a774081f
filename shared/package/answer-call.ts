import type { EnclaveEndpoint } from '../aci/endpoints.ts'
import { dialectWriter } from '../exchange/dialect-writer.ts'
import type { AnswerWriter } from '../exchange/answer-writer.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { translateRequest, type Translated } from '../translation/translate-request.ts'
import { translations } from '../translation/translations.ts'
import type { Call } from './read-call.ts'
import { toCountersignError } from './settle-refusal.ts'

/** One question, as an enclave is asked it: enclaves speak chat and embeddings. */
export interface AnswerCall {
  readonly endpoint: EnclaveEndpoint
  readonly body: JsonObject
  readonly delivery: 'buffered' | 'streamed'
  readonly signal: AbortSignal
  /** Writes the answer in the words in which it was asked; what it cannot write is thrown. */
  readonly writer: AnswerWriter
  /** Null where the caller's words are the enclave's. */
  readonly translated: Translated | null
}

/** @throws {UnsupportedMember} for what cannot be said in chat without loss */
export function answerCall(call: Extract<Call, { kind: 'answer' }>): AnswerCall {
  const { dialect, request, delivery, signal } = call
  const translation = translations[dialect.id]
  const { value: body, translated } = translateRequest(translation, request)
  return {
    endpoint: dialect.id === 'embeddings' ? 'embeddings' : 'chat',
    body,
    delivery,
    signal,
    writer: {
      ...dialectWriter({ format: dialect, translation }, request),
      refusal(refused) {
        throw toCountersignError(refused)
      },
    },
    translated,
  }
}
