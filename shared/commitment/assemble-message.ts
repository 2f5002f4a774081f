import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { createToolCallAssembler, mergeCalled, type ToolCall } from './assemble-tool-calls.ts'
import { isOtherChoice } from './check-choices.ts'
import { listIn, objectIn, textIn } from './delta-members.ts'

export interface MessageAssembler {
  /**
   * Takes the next `chat.completion.chunk`.
   * @throws {FormatError} COMPLETION_MALFORMED
   */
  push(chunk: Json): void
  /** The same for a chunk that brings nothing but more of a text that one before it has. */
  pushText(member: 'content' | (typeof optionalTexts)[number], text: string): void
  /** Whether a chunk carried a `finish_reason` that is not empty for the choice with index 0. */
  finished(): boolean
  /** The message so far, or null while no chunk carried a delta of the choice with index 0. */
  message(): JsonObject | null
}

/** Text members of a delta that are part of the committed message when any chunk carried them. */
export const optionalTexts = ['reasoning_content', 'reasoning', 'refusal'] as const

/**
 * Puts `choices[0].message` together from a stream, by the rule of FORMAT.md section 3.2.
 */
export function createMessageAssembler(): MessageAssembler {
  let seen = false
  let finished = false
  let role: string | null = null
  let content: string | null = null
  const texts = new Map<string, string>()
  const toolCalls = createToolCallAssembler()
  let functionCall: ToolCall | null = null

  function pushDelta(delta: JsonObject): void {
    seen = true
    role = sameRole(role, textIn(delta, 'role'))
    // What comes behind the finish says nothing; an empty text would still be another message than the one signed.
    if (finished) return
    const piece = textIn(delta, 'content')
    if (piece !== null) content = (content ?? '') + piece
    for (const name of optionalTexts) {
      const more = textIn(delta, name)
      if (more !== null) texts.set(name, (texts.get(name) ?? '') + more)
    }
    toolCalls.push(delta['tool_calls'])
    const called = delta['function_call']
    if (called !== undefined && called !== null) {
      functionCall = mergeCalled(functionCall ?? {}, objectIn(called, 'function_call'), 'arguments')
    }
  }

  return {
    push(chunk) {
      for (const item of listIn(objectIn(chunk, 'chunk')['choices'], 'choices')) {
        const choice = objectIn(item, 'choices')
        if (isOtherChoice(choice['index'])) continue
        const { delta } = choice
        if (delta !== undefined && delta !== null) pushDelta(objectIn(delta, 'delta'))
        // Some servers write an empty one until it is over.
        if ((textIn(choice, 'finish_reason') ?? '') !== '') finished = true
      }
    },
    pushText(member, text) {
      if (member === 'content') content = (content ?? '') + text
      else texts.set(member, (texts.get(member) ?? '') + text)
    },
    finished: () => finished,
    message() {
      if (!seen) return null
      const calls = toolCalls.calls()
      return {
        role: role ?? 'assistant',
        content,
        ...Object.fromEntries(texts),
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
        ...(functionCall === null ? {} : { function_call: functionCall }),
      }
    },
  }
}

/** Some clients keep the first role, some the last. @throws {FormatError} COMPLETION_MALFORMED */
function sameRole(before: string | null, sent: string | null): string | null {
  if (sent === null || sent === '') return before
  if (before === null || before === sent) return sent
  throw new FormatError('COMPLETION_MALFORMED', 'the role of a message changes')
}
