import type { JsonObject } from '../json/parse-json-object.ts'
import { notContentFree, type ContentFree } from './content-free.ts'

/** Names that software gives, not sentences. */
const word = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/
const identifier = /^[\w.:/-]{0,128}$/

const said = {
  role: word,
  content: 'sealed',
  reasoning: 'sealed',
  reasoning_content: 'sealed',
} as const

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

const choice = {
  index: 'number',
  finish_reason: word,
  native_finish_reason: word,
  // A number is the id of the one token that ended it; a text is a piece of the answer.
  stop_reason: 'number',
  matched_stop: 'number',
} as const

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

function answerWith(choices: ContentFree): ContentFree {
  return {
    members: {
      id: identifier,
      object: ['chat.completion', 'chat.completion.chunk'],
      created: 'number',
      model: /^\S{1,256}$/,
      system_fingerprint: identifier,
      service_tier: word,
      provider: /^[\w .:/-]{1,64}$/,
      usage: 'counts',
      timings: 'counts',
      obfuscation: /^\w*$/,
      choices: { each: choices },
      // An answer with an error in it is not complete, which is said by itself.
      error: 'sealed',
    },
    others: 'empty',
  }
}

const buffered = answerWith({ members: { ...choice, message }, others: 'empty' })
const chunk = answerWith({ members: { ...choice, delta }, others: 'empty' })

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
