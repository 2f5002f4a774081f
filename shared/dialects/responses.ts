import type { Json } from '../canonical-json.ts'
import { refuseLookalikes } from '../commitment/check-choices.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { ApiDialect } from './api-dialect.ts'
import { knownResponseNames, plainItem } from './response-items.ts'
import { readResponseStream } from './response-stream.ts'
import { malformedAnswer } from '../commitment/malformed-answer.ts'
import * as responseProblems from '../words/english/formats/response-problems.ts'
import * as completionProblems from '../words/english/formats/completion-problems.ts'

/** `/v1/responses`, OpenAI's: the input with the instructions, and the output. */
export const responsesDialect: ApiDialect = {
  id: 'responses',
  prompt: { kind: 'object', names: ['input', 'instructions'] },
  isAnswer: ({ object, output }) => object === 'response' || Array.isArray(output),
  answerValue: outputOf,
  unsigned: (answer) => Object.keys(answer).filter((name) => !['output', 'svc'].includes(name)),
  stream: {
    end: 'last-event',
    isFirst: ({ type }) => typeof type === 'string' && /^response\.|^keepalive$/.test(type),
    read: (_asked, decodeUtf8) => readResponseStream(outputOf, decodeUtf8),
  },
}

/** Ends that have an answer, if not a whole one. */
const finalStates: readonly unknown[] = ['completed', 'incomplete']

/** @throws {FormatError} COMPLETION_MALFORMED */
function outputOf(response: JsonObject): Json {
  refuseLookalikes(response, knownResponseNames)
  const { object, status, output, error } = response
  if (object !== 'response' || !finalStates.includes(status))
    throw malformedAnswer(responseProblems.noAnswer)
  if (error !== undefined && error !== null) throw malformedAnswer(completionProblems.hasError)
  if (response['choices'] !== undefined) throw malformedAnswer(responseProblems.choicesToo)
  const { output_text: text } = response
  if (!Array.isArray(output)) throw malformedAnswer(responseProblems.outputNoList)
  const items = output as readonly Json[]
  for (const item of items) {
    if (!isJsonObject(item)) throw malformedAnswer(responseProblems.itemNoObject)
    plainItem(item)
  }
  // Some servers say all text once more, as the clients of OpenAI do by themselves.
  if (text !== undefined && text !== null && text !== textOf(items)) {
    throw malformedAnswer(responseProblems.outputText)
  }
  return items
}

/** @param items that are plain */
function textOf(items: readonly Json[]): string {
  let text = ''
  for (const item of items as readonly JsonObject[]) {
    if (item['type'] !== 'message') continue
    for (const part of item['content'] as readonly JsonObject[]) {
      if (part['type'] === 'output_text') text += part['text'] as string
    }
  }
  return text
}
