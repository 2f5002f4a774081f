import type { EnclaveEndpoint } from '../aci/endpoints.ts'
import type { Json } from '../canonical-json.ts'
import { choicesAsked } from '../commitment/check-choices.ts'
import type { ApiDialect } from '../dialects/api-dialect.ts'
import { chatDialect } from '../dialects/chat.ts'
import { embeddingsDialect, vectorsAsked } from '../dialects/embeddings.ts'
import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import { mapAnswerFields, openVectors, type FieldCodec } from './answer-fields.ts'
import { clearInAnswer, clearInChunk, clearInVectors } from './in-clear/clear-answer.ts'
import { planContent } from './request-content.ts'

/** A request as it goes out, and as the enclave will restore it: they differ in what is encrypted alone. */
interface SealedContents {
  readonly wire: JsonObject
  readonly restored: JsonObject
}

/** What E2EE v2 encrypts of one kind of request, and opens of its buffered answer (PROTOCOL.md §7.4). */
export interface SealedForm {
  readonly endpoint: EnclaveEndpoint
  readonly dialect: ApiDialect
  /** A field a step. @throws {FormatError} E2EE_MALFORMED */
  readonly seal: (
    request: JsonObject,
    encrypt: FieldCodec,
  ) => Generator<void, SealedContents, undefined>
  /** @throws {FormatError} E2EE_MALFORMED; what the codec throws */
  readonly open: (answer: JsonObject, codec: FieldCodec) => JsonObject
  /** How many choices, or vectors, it asks for. */
  readonly asked: (request: JsonObject) => number
  /** Paths of what an opened answer has in clear beside. */
  readonly clearIn: (answer: JsonObject) => readonly string[]
  /** The same of a chunk of a stream. */
  readonly clearInChunk: (chunk: JsonObject) => readonly string[]
}

export const sealedForms: Readonly<Record<EnclaveEndpoint, SealedForm>> = {
  chat: {
    endpoint: 'chat',
    dialect: chatDialect,
    seal: sealMessages,
    open: mapAnswerFields,
    asked: ({ n }) => choicesAsked(n),
    clearIn: clearInAnswer,
    clearInChunk,
  },
  embeddings: {
    endpoint: 'embeddings',
    dialect: embeddingsDialect,
    seal: sealInput,
    open: openVectors,
    asked: ({ input }) => vectorsAsked(input),
    clearIn: clearInVectors,
    clearInChunk: clearInVectors,
  },
}

function* sealMessages(
  request: JsonObject,
  encrypt: FieldCodec,
): Generator<void, SealedContents, undefined> {
  const { messages } = request
  if (!Array.isArray(messages)) {
    throw new FormatError('E2EE_MALFORMED', encryptionProblems.noMessages, '/messages')
  }
  let count = 0
  const pairs: { readonly wire: Json; readonly restored: Json }[] = []
  for (const [index, message] of (messages as readonly Json[]).entries()) {
    if (!isJsonObject(message)) {
      throw new FormatError(
        'E2EE_MALFORMED',
        encryptionProblems.messageNoObject,
        `/messages/${index}`,
      )
    }
    const plan = planContent(message['content'], index)
    if (!plan) {
      pairs.push({ wire: message, restored: message })
      continue
    }
    count += 1
    const content = plan.seal(({ plaintext, path }) => encrypt(plaintext, path))
    pairs.push({ wire: { ...message, content }, restored: { ...message, content: plan.restored } })
    yield
  }
  if (count === 0) {
    throw new FormatError('E2EE_MALFORMED', encryptionProblems.nothingToEncrypt, '/messages')
  }
  return {
    wire: { ...request, messages: pairs.map(({ wire }) => wire) },
    restored: { ...request, messages: pairs.map(({ restored }) => restored) },
  }
}

/** A text, or several: tokens would go in clear. */
function* sealInput(
  request: JsonObject,
  encrypt: FieldCodec,
): Generator<void, SealedContents, undefined> {
  const { input } = request
  const isOne = typeof input === 'string'
  const texts = isOne ? [input] : Array.isArray(input) ? (input as readonly Json[]) : []
  if (texts.length === 0)
    throw new FormatError('E2EE_MALFORMED', encryptionProblems.inputNoText, '/input')
  const sealed: string[] = []
  for (const [index, text] of texts.entries()) {
    if (typeof text !== 'string') {
      throw new FormatError('E2EE_MALFORMED', encryptionProblems.tokens, `/input/${index}`)
    }
    sealed.push(encrypt(text, isOne ? 'input' : `input.${index}`))
    yield
  }
  return { wire: { ...request, input: isOne ? (sealed[0] ?? '') : sealed }, restored: request }
}
