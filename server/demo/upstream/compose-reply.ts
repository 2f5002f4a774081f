import { demoWords } from '#shared/words/english/demo/demo-words.ts'
import { answerInWords } from './answer-in-words.ts'
import { chooseTools } from './choose-tools.ts'
import type { DemoMessage, DemoRequest } from './demo-request-schema.ts'
import { textOf } from './demo-request.ts'
import { fillSchema } from './fill-schema.ts'

export interface DemoToolCall {
  readonly id: string
  readonly name: string
  /** JSON text. */
  readonly arguments: string
}

/** What one choice says, before it is cut to length and put on the wire. */
export interface DemoReply {
  /** Empty unless the request asks for reasoning. */
  readonly reasoning: string
  readonly content: string
  readonly toolCalls: readonly DemoToolCall[]
}

/** Stands before every answer in words. */
const notice = demoWords.notice

/**
 * Answers anything, always the same way.
 * @param choice index of the choice, which later choices mention
 */
export function composeReply(chat: DemoRequest, choice: number): DemoReply {
  const asked = lastAsked(chat.messages)
  const reasoning = reason(chat)
  const tools = chooseTools(chat, asked)
  if (tools.length > 0) {
    const toolCalls = tools.map((tool, index) => ({
      // Unlike the ids of earlier turns, whose messages are fewer.
      id: `call_demo_${chat.messages.length}_${index + 1}`,
      name: tool.function.name,
      arguments: JSON.stringify(fillSchema(tool.function.parameters ?? { type: 'object' }, asked)),
    }))
    return { reasoning, content: '', toolCalls }
  }
  const content = answerInJson(chat, asked)
  if (content !== null) return { reasoning, content, toolCalls: [] }
  const mark = choice === 0 ? notice : demoWords.choice(notice, choice + 1)
  const words = answerInWords(chat.messages, asked)
  // A block of code begins a line.
  const between = words.startsWith('```') ? '\n\n' : ' '
  return { reasoning, content: `${mark}${between}${words}`, toolCalls: [] }
}

function lastAsked(messages: readonly DemoMessage[]): string {
  const last = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1)
  return last ? textOf(last).trim() : ''
}

function answerInJson({ response_format: format, messages }: DemoRequest, asked: string) {
  switch (format?.type) {
    case 'json_schema':
      return JSON.stringify(fillSchema(format.json_schema?.schema ?? {}, asked), null, 1)
    case 'json_object':
      return JSON.stringify({ notice, answer: answerInWords(messages, asked) }, null, 1)
    case 'text':
    case undefined:
      return null
  }
}

const thoughts = [demoWords.reasoningRules, demoWords.reasoningKnown, demoWords.reasoningNothing]
const thoughtsByEffort: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 1,
  low: 1,
  medium: 2,
}

function reason({ reasoning_effort: effort }: DemoRequest): string {
  if (effort === undefined || effort === null) return ''
  const count = thoughtsByEffort[effort] ?? thoughts.length
  return thoughts.slice(0, count).join(' ')
}
