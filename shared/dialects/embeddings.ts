import type { Json } from '../canonical-json.ts'
import type { ChoicesAsked } from '../commitment/check-choices.ts'
import { refuseLookalikes } from '../commitment/check-choices.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { ApiDialect } from './api-dialect.ts'
import { malformedAnswer } from '../commitment/malformed-answer.ts'
import * as completionProblems from '../words/english/formats/completion-problems.ts'

/** `/v1/embeddings`: the input, and the list of vectors as it was delivered. */
export const embeddingsDialect: ApiDialect = {
  id: 'embeddings',
  prompt: { kind: 'object', names: ['input'] },
  isAnswer: ({ data }) =>
    Array.isArray(data) &&
    (data as readonly Json[]).every((item) => isJsonObject(item) && 'embedding' in item),
  answerValue: vectorsOf,
  unsigned: (answer) => Object.keys(answer).filter((name) => !['data', 'svc'].includes(name)),
  stream: null,
}

const knownNames = new Set(['data', 'svc', 'error', 'embedding', 'index', 'object'])

/**
 * `data`, in which each vector stands where its index says: some programs go by the one, some by the other.
 * @throws {FormatError} COMPLETION_MALFORMED
 */
function vectorsOf(answer: JsonObject, asked: ChoicesAsked): Json {
  refuseLookalikes(answer, knownNames)
  const { data, error } = answer
  if (error !== undefined && error !== null) throw malformedAnswer(completionProblems.hasError)
  if (!Array.isArray(data)) throw malformedAnswer(completionProblems.dataNoList)
  const vectors = data as readonly Json[]
  if (asked !== null && vectors.length !== asked) {
    throw malformedAnswer(completionProblems.vectorsCount)
  }
  for (const [position, item] of vectors.entries()) {
    if (!isJsonObject(item)) throw malformedAnswer(completionProblems.vectorNoObject)
    refuseLookalikes(item, knownNames)
    const { index, embedding } = item
    if (index !== position) throw malformedAnswer(completionProblems.vectorIndex)
    if (!isVector(embedding)) throw malformedAnswer(completionProblems.embedding)
  }
  return vectors
}

function isVector(embedding: Json | undefined): boolean {
  if (typeof embedding === 'string') return /^[A-Za-z0-9+/]+={0,2}$/.test(embedding)
  return (
    Array.isArray(embedding) &&
    embedding.length > 0 &&
    (embedding as readonly Json[]).every((each) => typeof each === 'number')
  )
}

/** How many vectors an `input` asks for: a list of numbers is one text, as tokens. */
export function vectorsAsked(input: Json | undefined): number {
  if (!Array.isArray(input)) return 1
  const items = input as readonly Json[]
  return items.some((item) => typeof item === 'number') ? 1 : items.length
}
