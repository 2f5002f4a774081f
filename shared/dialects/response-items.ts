import type { Json } from '../canonical-json.ts'
import { refuseLookalikes } from '../commitment/check-choices.ts'
import { isGiven, isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { malformedAnswer } from '../commitment/malformed-answer.ts'
import * as responseProblems from '../words/english/formats/response-problems.ts'

/** Names that mean something to whoever shows a response, or an event of its stream. */
export const knownResponseNames: ReadonlySet<string> = new Set(
  [
    ['object', 'status', 'output', 'output_text', 'error', 'choices', 'svc', 'type', 'response'],
    ['item', 'part', 'delta', 'text', 'refusal', 'arguments', 'input', 'role', 'content'],
    ['summary', 'name', 'call_id', 'id', 'annotation', 'annotations', 'output_index'],
    ['content_index', 'summary_index', 'item_id', 'sequence_number', 'action', 'operation'],
  ].flat(),
)

/** Where the words of an item of each type stand: a text, or a list of parts. */
const wordsByType: Readonly<Record<string, readonly string[]>> = {
  message: ['content'],
  reasoning: ['summary', 'content'],
  function_call: ['arguments'],
  custom_tool_call: ['input'],
  // What a client's own tools are asked for; these come whole.
  local_shell_call: ['action'],
  shell_call: ['action'],
  apply_patch_call: ['operation'],
}
const allWords = [...new Set(Object.values(wordsByType).flat()), 'text', 'refusal']

/** Where the words of a part of each type stand. */
const partTexts: Readonly<Record<string, string>> = {
  output_text: 'text',
  refusal: 'refusal',
  summary_text: 'text',
  reasoning_text: 'text',
}
const partsByMember: Readonly<Record<string, readonly string[]>> = {
  message: ['output_text', 'refusal'],
  reasoning: ['reasoning_text', 'summary_text'],
}

/** One text of an item: where it stands, and what it is. */
export interface ItemText {
  /** `content/0`, `summary/1`, `arguments`, `input`. */
  readonly place: string
  readonly text: string
}

/**
 * An item that every program reads alike: its words stand where its type says.
 * @returns all its texts, in their order
 * @throws {FormatError} COMPLETION_MALFORMED
 */
export function plainItem(item: JsonObject): readonly ItemText[] {
  refuseLookalikes(item, knownResponseNames)
  const { type, role } = item
  const own =
    typeof type === 'string' && Object.hasOwn(wordsByType, type) ? wordsByType[type] : undefined
  if (typeof type !== 'string' || own === undefined) {
    throw malformedAnswer(responseProblems.itemType)
  }
  if (allWords.some((name) => !own.includes(name) && isGiven(item[name]))) {
    throw malformedAnswer(responseProblems.itemMember)
  }
  if (type === 'message' && role !== 'assistant')
    throw malformedAnswer(responseProblems.notAssistants)
  return own.flatMap((member) => textsIn(type, member, item[member]))
}

function textsIn(type: string, member: string, value: Json | undefined): readonly ItemText[] {
  if (type === 'function_call' || type === 'custom_tool_call') {
    if (typeof value !== 'string') throw malformedAnswer(responseProblems.callNoText(member))
    return [{ place: member, text: value }]
  }
  if (type !== 'message' && type !== 'reasoning') return []
  if (!isGiven(value) && type === 'reasoning') return []
  if (!Array.isArray(value)) throw malformedAnswer(responseProblems.itemNoList(member))
  return (value as readonly Json[]).map((part, index) => ({
    place: `${member}/${index}`,
    text: textOfPart(part, partsByMember[type] ?? []),
  }))
}

/** @param types that the part may have @throws {FormatError} COMPLETION_MALFORMED */
export function textOfPart(part: Json | undefined, types: readonly string[]): string {
  if (!isJsonObject(part)) throw malformedAnswer(responseProblems.partNoObject)
  refuseLookalikes(part, knownResponseNames)
  const { type } = part
  const own = typeof type === 'string' && types.includes(type) ? partTexts[type] : undefined
  if (own === undefined) throw malformedAnswer(responseProblems.partType)
  const text = part[own]
  if (typeof text !== 'string') throw malformedAnswer(responseProblems.partNoText)
  if (allWords.some((name) => name !== own && isGiven(part[name]))) {
    throw malformedAnswer(responseProblems.partMember)
  }
  return text
}

export const allPartTypes: readonly string[] = Object.keys(partTexts)

/** A part of an event. @throws {FormatError} COMPLETION_MALFORMED */
export function partOfEvent(value: Json | undefined): JsonObject {
  if (!isJsonObject(value)) throw malformedAnswer(responseProblems.eventPartNoObject)
  refuseLookalikes(value, knownResponseNames)
  return value
}
