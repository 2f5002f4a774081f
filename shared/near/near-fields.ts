import { answerForm } from '../e2ee/in-clear/answer-form.ts'
import type { ContentFree } from '../e2ee/in-clear/content-free.ts'
import { named } from '../e2ee/in-clear/named.ts'

const { identifier, said } = answerForm

const calledInAnswer: ContentFree = {
  members: named('sealed', 'name arguments'),
  others: 'empty',
}

const answered: ContentFree = {
  members: {
    ...said,
    refusal: 'sealed',
    function_call: calledInAnswer,
    tool_calls: {
      each: {
        members: { id: identifier, type: ['function'], index: 'number', function: calledInAnswer },
        others: 'empty',
      },
    },
    audio: {
      members: { id: identifier, data: 'sealed', expires_at: 'number' },
      others: 'empty',
    },
  },
  others: 'empty',
}

const inAnswer = answerForm.choices('message', answered)
const inChunk = answerForm.choices('delta', answered)

/** Where the fields stand that NEAR's hosts encrypt of an answer, and what may stand beside them (PROTOCOL.md §12.4). */
export const nearFields = {
  answer: { choices: inAnswer, whole: answerForm.answer(inAnswer) },
  chunk: { choices: inChunk, whole: answerForm.answer(inChunk) },
} as const
