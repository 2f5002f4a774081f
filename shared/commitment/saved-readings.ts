import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

/** What a message, or a list of them, may have been before a program saved it (FORMAT.md section 3.3). */
export interface Reading {
  readonly value: Json
  /** What was taken out or put back; null as it stands. */
  readonly note: string | null
  /** Members that were taken out with what stood in them: no signature covers it. */
  readonly leftOut: readonly string[]
}

/** At most so many digests are made for one value. */
const mostReadings = 64
/** Characters of canonical text that are digested for one value, and the readings that are tried whatever its size. */
const mostCharacters = 8 * 1024 * 1024
const fewestReadings = 8

/** Members that client libraries write as `null` where the answer had none. */
const nullable = [
  'refusal',
  'annotations',
  'audio',
  'function_call',
  'tool_calls',
  'reasoning_content',
  'reasoning',
  'content',
  'name',
] as const

/** Members that servers send as `null`, and that are lost where a program leaves out what is null. */
const droppable = [
  'refusal',
  'annotations',
  'audio',
  'function_call',
  'reasoning_content',
  'content',
] as const

/** Members that client libraries add of their own. */
const added: readonly string[] = ['parsed', 'provider_specific_fields']
const addedToCall: readonly string[] = ['index', 'provider_specific_fields']
const addedToCalled: readonly string[] = ['parsed_arguments']

/** One thing that a program may have done, and that is undone in every message or in none. */
interface Undoing {
  readonly kind: 'null taken out' | 'taken out' | 'null put back' | 'list put back'
  readonly names: readonly string[]
  readonly undo: (message: JsonObject) => JsonObject
}

const mostUndoings = Math.log2(mostReadings)

/** The value as it stands first, then the likelier ones before the others. */
export function* savedReadings(value: Json): Generator<Reading, void, undefined> {
  yield { value, note: null, leftOut: [] }
  const undoings = undoingsOf(messagesIn(value))
  const most = readingLimit(value)
  const sets = Array.from({ length: 2 ** undoings.length - 1 }, (_, at) =>
    undoings.filter((_undoing, bit) => ((at + 1) >> bit) & 1),
  )
  const effort = (set: readonly Undoing[]) =>
    undoings.filter((each) => set.includes(each) === each.kind.endsWith('put back')).length
  for (const set of sets.toSorted((a, b) => effort(a) - effort(b)).slice(0, most - 1)) {
    const undo = (message: Json) =>
      isJsonObject(message) ? set.reduce((done, each) => each.undo(done), message) : message
    yield {
      value: Array.isArray(value) ? (value as readonly Json[]).map(undo) : undo(value),
      note: noteOf(set),
      leftOut: set.flatMap(({ kind, names }) => (kind === 'taken out' ? names : [])),
    }
  }
}

function readingLimit(value: Json): number {
  const fitting = Math.floor(mostCharacters / JSON.stringify(value).length)
  return Math.min(mostReadings, Math.max(fewestReadings, fitting))
}

/**
 * Whether a value that opened nothing may be what was signed, written anew by a program: it has what programs
 * write, and no member that none of them does.
 */
export function mayBeWrittenAnew(value: Json): boolean {
  const messages = messagesIn(value)
  return messages.some(hasTrace) && messages.every(isKnown)
}

/** The same, where the file itself says that a program wrote it. */
export function isOfKnownMembers(value: Json): boolean {
  const messages = messagesIn(value)
  return messages.length > 0 && messages.every(isKnown)
}

function hasTrace(message: JsonObject): boolean {
  return nullable.some((name) => message[name] === null) || addedIn(message).length > 0
}

function messagesIn(value: Json): readonly JsonObject[] {
  const all = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return all.filter(isJsonObject)
}

function undoingsOf(messages: readonly JsonObject[]): readonly Undoing[] {
  const extras = [...new Set(messages.flatMap(addedIn))]
  const nulls = nullable.filter((name) => messages.some((message) => message[name] === null))
  const withoutExtras: readonly Undoing[] =
    extras.length === 0 ? [] : [{ kind: 'taken out', names: extras, undo: withoutAdded }]
  if (nulls.length === 0) {
    const left = mostUndoings - withoutExtras.length
    return [...withoutExtras, ...droppable.slice(0, left).map(putBack)]
  }
  const others = [...withoutExtras, ...(nulls.includes('tool_calls') ? [emptyList] : [])]
  // The rarest share one place.
  const alone = mostUndoings - 1 - others.length
  const groups = [...nulls.slice(0, alone).map((name) => [name]), nulls.slice(alone)]
  return [...others, ...groups.filter(({ length }) => length > 0).map(takeOut)]
}

function takeOut(names: readonly string[]): Undoing {
  return {
    kind: 'null taken out',
    names,
    undo: (message) => pick(message, (name, value) => !(value === null && names.includes(name))),
  }
}

/** A client library that finds no calls in an empty list writes that there is none. */
const emptyList: Undoing = {
  kind: 'list put back',
  names: ['tool_calls'],
  undo: (message) => (message['tool_calls'] === null ? { ...message, tool_calls: [] } : message),
}

function putBack(name: string): Undoing {
  return {
    kind: 'null put back',
    names: [name],
    undo: (message) =>
      name in message || message['role'] !== 'assistant' ? message : { ...message, [name]: null },
  }
}

function withoutAdded(message: JsonObject): JsonObject {
  const calls = message['tool_calls']
  return {
    ...pick(message, (name) => !added.includes(name)),
    ...(Array.isArray(calls) ? { tool_calls: (calls as readonly Json[]).map(plainCall) } : {}),
  }
}

function plainCall(call: Json): Json {
  if (!isJsonObject(call)) return call
  const called = call['function']
  return {
    ...pick(call, (name) => !addedToCall.includes(name)),
    ...(isJsonObject(called)
      ? { function: pick(called, (name) => !addedToCalled.includes(name)) }
      : {}),
  }
}

function addedIn(message: JsonObject): readonly string[] {
  const own = added.filter((name) => name in message)
  const inCalls = callsIn(message).flatMap((call) => [
    ...addedToCall.filter((name) => name in call).map((name) => `tool_calls[].${name}`),
    ...addedToCalled
      .filter((name) => isJsonObject(call['function']) && name in call['function'])
      .map((name) => `tool_calls[].function.${name}`),
  ])
  return [...new Set([...own, ...inCalls])]
}

const knownMembers: readonly string[] = [...nullable, ...added, 'role', 'tool_call_id']
const knownOfCall: readonly string[] = [...addedToCall, 'id', 'type', 'function', 'custom']
const knownOfCalled: readonly string[] = [...addedToCalled, 'name', 'arguments', 'input']

function isKnown(message: JsonObject): boolean {
  const has = (object: JsonObject, names: readonly string[]) =>
    Object.keys(object).every((name) => names.includes(name))
  const called = callsIn(message).flatMap((call) => [call['function'], call['custom']])
  return (
    has(message, knownMembers) &&
    callsIn(message).every((call) => has(call, knownOfCall)) &&
    called.filter(isJsonObject).every((each) => has(each, knownOfCalled))
  )
}

function callsIn(message: JsonObject): readonly JsonObject[] {
  const calls = message['tool_calls']
  return Array.isArray(calls) ? (calls as readonly Json[]).filter(isJsonObject) : []
}

function pick(object: JsonObject, keep: (name: string, value: Json) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => keep(name, value)))
}

function noteOf(set: readonly Undoing[]): string {
  const named = (kind: Undoing['kind']) =>
    set.flatMap((each) => (each.kind === kind ? each.names : [])).join(', ')
  const nulls = named('null taken out')
  const extras = named('taken out')
  const back = named('null put back')
  const list = named('list put back')
  const parts = [
    ...(nulls === '' ? [] : [`without the null of ${nulls}`]),
    ...(extras === '' ? [] : [`without ${extras}`]),
    ...(back === '' ? [] : [`with the null of ${back} put back`]),
    ...(list === '' ? [] : [`with an empty list in ${list}`]),
  ]
  return `read ${parts.join(', and ')}, since a program wrote it anew`
}
