import type { JsonObject } from '../../json/parse-json-object.ts'
import { answerForm } from './answer-form.ts'
import { notContentFree, type ContentFree } from './content-free.ts'

const { identifier, said, choices, answer: answerWith } = answerForm

/** A buffered message also has sound encrypted in it, but not what is said in it. */
const message: ContentFree = {
  members: {
    ...said,
    audio: {
      members: { id: identifier, data: 'sealed', expires_at: 'number' },
      others: 'empty',
    },
  },
  others: 'empty',
}
const delta: ContentFree = { members: said, others: 'empty' }

const vectors: ContentFree = {
  members: {
    id: identifier,
    object: ['list'],
    created: 'number',
    model: /^\S{1,256}$/,
    usage: 'counts',
    data: {
      each: {
        members: { object: ['embedding'], index: 'number', embedding: 'sealed' },
        others: 'empty',
      },
    },
    error: 'sealed',
  },
  others: 'empty',
}

const buffered = answerWith(choices('message', message))
const chunk = answerWith(choices('delta', delta))

/**
 * Paths of what E2EE v2 left in clear in an answer and is not known to be free of content: it encrypts
 * `content`, `reasoning`, `reasoning_content` and the sound of a buffered message, and nothing else.
 * @param answer opened or not, without `svc`
 */
export function clearInAnswer(answer: JsonObject): readonly string[] {
  return notContentFree(answer, buffered)
}

/** The same for an answer of vectors, each of which is encrypted. */
export function clearInVectors(answer: JsonObject): readonly string[] {
  return notContentFree(answer, vectors)
}

/** The same for one chunk of a stream. */
export function clearInChunk(body: JsonObject): readonly string[] {
  return notContentFree(body, chunk)
}
