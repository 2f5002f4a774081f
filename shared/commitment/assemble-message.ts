import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as completionProblems from '../words/english/formats/completion-problems.ts'
import { malformedAnswer } from './malformed-answer.ts'
import { isOtherChoice, listIn, objectIn, textIn } from './check-choices.ts'

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
  throw new FormatError('COMPLETION_MALFORMED', completionProblems.roleChanges)
}

interface ToolCall {
  [member: string]: Json
}

/** More than any answer has; openai's own clients stop at 128. */
const mostCalls = 1024

interface ToolCallAssembler {
  /** `tool_calls` of one delta. @throws {FormatError} COMPLETION_MALFORMED */
  push(fragments: Json | undefined): void
  /** In the order of their index, which is left out. */
  calls(): readonly ToolCall[]
}

/**
 * Merges fragments by their `index`. Servers that send no index send whole calls, or fragments: those of one id are one
 * call; without an id, a name begins a call, and what has neither continues the one spoken of last. A stream does one or
 * the other.
 */
function createToolCallAssembler(): ToolCallAssembler {
  const calls = new Map<number, ToolCall>()
  const placeOfId = new Map<string, number>()
  let spokenOf = 0
  let isIndexed: boolean | null = null

  function placeOf(fragment: JsonObject): number {
    const { index } = fragment
    const hasIndex = index !== undefined && index !== null
    if (hasIndex !== (isIndexed ?? hasIndex)) throw malformedAnswer(completionProblems.someIndices)
    isIndexed = hasIndex
    if (!hasIndex) return placeByOrder(fragment)
    if (typeof index === 'number' && Number.isSafeInteger(index) && index >= 0) return index
    throw malformedAnswer(completionProblems.callIndex)
  }

  function placeByOrder(fragment: JsonObject): number {
    const id = textIn(fragment, 'id') ?? ''
    const known = placeOfId.get(id)
    const hasName = (['function', 'custom'] as const).some(
      (called) => (textIn(objectIn(fragment[called] ?? {}, called), 'name') ?? '') !== '',
    )
    if (known !== undefined) spokenOf = known
    else if (id !== '' || hasName) spokenOf = calls.size
    else if (calls.size === 0) throw malformedAnswer(completionProblems.callUnnamed)
    if (id !== '') placeOfId.set(id, spokenOf)
    return spokenOf
  }

  return {
    push(fragments) {
      for (const each of listIn(fragments, 'tool_calls')) {
        const fragment = objectIn(each, 'tool_calls')
        const place = placeOf(fragment)
        calls.set(place, mergeCall(calls.get(place) ?? {}, fragment))
        if (calls.size > mostCalls) throw malformedAnswer(completionProblems.tooManyCalls)
      }
    },
    calls: () => [...calls].toSorted(([a], [b]) => a - b).map(([, call]) => call),
  }
}

function mergeCall(call: ToolCall, fragment: JsonObject): ToolCall {
  const merged = { ...call }
  for (const name of ['id', 'type'] as const) setOnce(merged, name, textIn(fragment, name))
  for (const [name, growing] of [
    ['function', 'arguments'],
    ['custom', 'input'],
  ] as const) {
    const called = fragment[name]
    if (called === undefined || called === null) continue
    const before = (merged[name] as ToolCall | undefined) ?? {}
    merged[name] = mergeCalled(before, objectIn(called, name), growing)
  }
  return merged
}

/** What is called: `name` is the first that was sent, and what it is given is joined. */
function mergeCalled(
  call: ToolCall,
  fragment: JsonObject,
  growing: 'arguments' | 'input',
): ToolCall {
  const merged = { ...call }
  setOnce(merged, 'name', textIn(fragment, 'name'))
  const more = textIn(fragment, growing)
  if (more !== null) merged[growing] = ((merged[growing] as string | undefined) ?? '') + more
  return merged
}

/** Some clients keep the first, some the last, some join them: all that were sent must be the same. */
function setOnce(call: ToolCall, name: string, value: string | null): void {
  const before = call[name]
  if (value === null || (value === '' && before !== undefined)) return
  if (before !== undefined && before !== '' && before !== value) {
    throw malformedAnswer(completionProblems.callChanges(name))
  }
  call[name] = value
}
