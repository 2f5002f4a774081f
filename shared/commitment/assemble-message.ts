import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

export interface MessageAssembler {
  /**
   * Takes the next `chat.completion.chunk`.
   * @throws {FormatError} COMPLETION_MALFORMED
   */
  push(chunk: Json): void
  /** Whether a chunk carried a `finish_reason` for the choice with index 0. */
  finished(): boolean
  /** The message so far, or null while no chunk carried a delta of the choice with index 0. */
  message(): JsonObject | null
}

/** Text members of a delta that are part of the committed message when any chunk carried them. */
const optionalTexts = ['reasoning_content', 'reasoning', 'refusal'] as const

interface ToolCall {
  [member: string]: Json
}

/**
 * Puts `choices[0].message` together from a stream (design.md section 3, Receipt). The rule, so that
 * anybody can repeat it: only the choice with `index` 0 counts. `role` is the first that was sent,
 * else "assistant". `content` is all text joined, or null when none was sent. `reasoning_content`,
 * `reasoning` and `refusal` are joined and present when any chunk carried text for them. `tool_calls`
 * are merged by their `index`, in its order, which is then left out: `id`, `type` and
 * `function.name` are the first that was sent, `function.arguments` is joined. The older
 * `function_call` is merged in the same way. Anything else in a delta is not part of the message.
 */
export function createMessageAssembler(): MessageAssembler {
  let seen = false
  let finished = false
  let role: string | null = null
  let content: string | null = null
  const texts = new Map<string, string>()
  const toolCalls = new Map<number, ToolCall>()
  let functionCall: ToolCall | null = null

  function pushDelta(delta: JsonObject): void {
    seen = true
    role ??= text(delta, 'role')
    const piece = text(delta, 'content')
    if (piece !== null) content = (content ?? '') + piece
    for (const name of optionalTexts) {
      const more = text(delta, name)
      if (more !== null) texts.set(name, (texts.get(name) ?? '') + more)
    }
    for (const fragment of list(delta['tool_calls'], 'tool_calls')) {
      const call = object(fragment, 'tool_calls')
      const { index } = call
      if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0) {
        throw malformed('a tool call has no index')
      }
      toolCalls.set(index, mergeCall(toolCalls.get(index) ?? {}, call))
    }
    const called = delta['function_call']
    if (called !== undefined && called !== null) {
      functionCall = mergeFunction(functionCall ?? {}, object(called, 'function_call'))
    }
  }

  return {
    push(chunk) {
      for (const item of list(object(chunk, 'chunk')['choices'], 'choices')) {
        const choice = object(item, 'choices')
        if (isOtherChoice(choice['index'])) continue
        const { delta } = choice
        if (delta !== undefined && delta !== null) pushDelta(object(delta, 'delta'))
        if (choice['finish_reason'] !== undefined && choice['finish_reason'] !== null)
          finished = true
      }
    },
    finished: () => finished,
    message() {
      if (!seen) return null
      const calls = [...toolCalls].toSorted(([a], [b]) => a - b).map(([, call]) => call)
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

/**
 * Whether a choice of a chunk is not the first one; a choice without an index is.
 * @throws {FormatError} COMPLETION_MALFORMED for an index that programs could read differently
 */
export function isOtherChoice(index: Json | undefined): boolean {
  if (index === undefined || index === null || index === 0) return false
  if (typeof index === 'number' && Number.isSafeInteger(index) && index > 0) return true
  throw malformed('the index of a choice is no whole number')
}

function mergeCall(call: ToolCall, fragment: JsonObject): ToolCall {
  const merged = { ...call }
  for (const name of ['id', 'type'] as const) {
    const value = text(fragment, name)
    if (value !== null && merged[name] === undefined) merged[name] = value
  }
  const called = fragment['function']
  if (called !== undefined && called !== null) {
    merged['function'] = mergeFunction(
      (merged['function'] as ToolCall | undefined) ?? {},
      object(called, 'function'),
    )
  }
  return merged
}

function mergeFunction(call: ToolCall, fragment: JsonObject): ToolCall {
  const merged = { ...call }
  const name = text(fragment, 'name')
  if (name !== null && merged['name'] === undefined) merged['name'] = name
  const more = text(fragment, 'arguments')
  if (more !== null)
    merged['arguments'] = ((merged['arguments'] as string | undefined) ?? '') + more
  return merged
}

function text(from: JsonObject, name: string): string | null {
  const value = from[name]
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  throw malformed(`${name} is not text`)
}

function list(value: Json | undefined, name: string): readonly Json[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value as readonly Json[]
  throw malformed(`${name} is not a list`)
}

function object(value: Json, name: string): JsonObject {
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return value as JsonObject
  throw malformed(`${name} is not an object`)
}

function malformed(message: string): FormatError {
  return new FormatError('COMPLETION_MALFORMED', message)
}
