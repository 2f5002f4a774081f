import type { Json } from '../canonical-json.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { listIn, objectIn, textIn } from './delta-members.ts'
import { malformedAnswer } from './malformed-answer.ts'

export interface ToolCall {
  [member: string]: Json
}

/** More than any answer has; openai's own clients stop at 128. */
const mostCalls = 1024

export interface ToolCallAssembler {
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
export function createToolCallAssembler(): ToolCallAssembler {
  const calls = new Map<number, ToolCall>()
  const placeOfId = new Map<string, number>()
  let spokenOf = 0
  let isIndexed: boolean | null = null

  function placeOf(fragment: JsonObject): number {
    const { index } = fragment
    const hasIndex = index !== undefined && index !== null
    if (hasIndex !== (isIndexed ?? hasIndex)) throw malformedAnswer('some tool calls have an index')
    isIndexed = hasIndex
    if (!hasIndex) return placeByOrder(fragment)
    if (typeof index === 'number' && Number.isSafeInteger(index) && index >= 0) return index
    throw malformedAnswer('the index of a tool call is no whole number')
  }

  function placeByOrder(fragment: JsonObject): number {
    const id = textIn(fragment, 'id') ?? ''
    const known = placeOfId.get(id)
    const hasName = (['function', 'custom'] as const).some(
      (called) => (textIn(objectIn(fragment[called] ?? {}, called), 'name') ?? '') !== '',
    )
    if (known !== undefined) spokenOf = known
    else if (id !== '' || hasName) spokenOf = calls.size
    else if (calls.size === 0) throw malformedAnswer('a tool call has neither index nor id')
    if (id !== '') placeOfId.set(id, spokenOf)
    return spokenOf
  }

  return {
    push(fragments) {
      for (const each of listIn(fragments, 'tool_calls')) {
        const fragment = objectIn(each, 'tool_calls')
        const place = placeOf(fragment)
        calls.set(place, mergeCall(calls.get(place) ?? {}, fragment))
        if (calls.size > mostCalls) throw malformedAnswer('there are too many tool calls')
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
export function mergeCalled(
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
    throw malformedAnswer(`the ${name} of a tool call changes`)
  }
  call[name] = value
}
