import type { Json } from '../canonical-json.ts'
import { refuseLookalikes } from '../commitment/check-choices.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { ApiDialect } from './api-dialect.ts'
import { knownMessageNames, plainBlock } from './message-blocks.ts'
import { readMessageStream } from './message-stream.ts'
import { malformedAnswer } from '../commitment/malformed-answer.ts'
import * as messageProblems from '../words/english/formats/message-problems.ts'
import * as completionProblems from '../words/english/formats/completion-problems.ts'

/** `/v1/messages`, Anthropic's: the messages with the system prompt, and the content of the answer. */
export const messagesDialect: ApiDialect = {
  id: 'messages',
  prompt: { kind: 'object', names: ['messages', 'system'] },
  isAnswer: ({ type, content }) => type === 'message' && Array.isArray(content),
  answerValue: contentOf,
  unsigned: (answer) => Object.keys(answer).filter((name) => !['content', 'svc'].includes(name)),
  stream: {
    end: 'last-event',
    isFirst: ({ type }) => typeof type === 'string' && firstTypes.includes(type),
    read: (_asked, decodeUtf8) => readMessageStream(decodeUtf8),
  },
}

const firstTypes: readonly string[] = ['message_start', 'ping']

/** @throws {FormatError} COMPLETION_MALFORMED */
function contentOf(answer: JsonObject): Json {
  refuseLookalikes(answer, knownMessageNames)
  const { type, role, content, error } = answer
  if (type !== 'message' || role !== 'assistant') throw malformedAnswer(messageProblems.noAssistant)
  if (error !== undefined && error !== null) throw malformedAnswer(completionProblems.hasError)
  if (answer['choices'] !== undefined) throw malformedAnswer(messageProblems.choicesToo)
  if (!Array.isArray(content)) throw malformedAnswer(messageProblems.contentNoList)
  for (const block of content as readonly Json[]) {
    if (!isJsonObject(block)) throw malformedAnswer(messageProblems.blockNoObject)
    plainBlock(block)
  }
  return content as Json
}
