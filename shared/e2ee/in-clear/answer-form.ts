import type { ContentFree } from './content-free.ts'

/** Names that software gives, not sentences. */
const word = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/
const identifier = /^[\w.:/-]{0,128}$/

/** A role, and what every answer of a chat has encrypted. */
const said = {
  role: word,
  content: 'sealed',
  reasoning: 'sealed',
  reasoning_content: 'sealed',
} as const

interface AnswerForm {
  readonly identifier: RegExp
  readonly said: typeof said
  /** The choices of an answer. @param name `message`, or in a stream `delta` */
  readonly choices: (name: 'message' | 'delta', message: ContentFree) => ContentFree
  /** An answer, or a chunk of one. */
  readonly answer: (choices: ContentFree) => ContentFree
}

/** What may stand in an answer of a chat beside what is encrypted. */
export const answerForm: AnswerForm = {
  identifier,
  said,
  choices: (name, message) => ({
    each: {
      members: {
        index: 'number',
        finish_reason: word,
        native_finish_reason: word,
        // A number is the id of the one token that ended it; a text is a piece of the answer.
        stop_reason: 'number',
        matched_stop: 'number',
        [name]: message,
      },
      others: 'empty',
    },
  }),
  answer: (choices) => ({
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
      choices,
      // An answer with an error in it is not complete, which is said by itself.
      error: 'sealed',
    },
    others: 'empty',
  }),
}
