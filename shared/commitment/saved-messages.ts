import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { mostUndoings, pick, type SavedForm, type Undoing } from './saved-form.ts'

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

/** A chat's message, or a list of them. */
export const savedMessages: SavedForm = {
  isOf: (value) => messagesIn(value).length > 0,
  undoingsOf: (value) => undoingsOf(messagesIn(value)),
  hasTrace: (value) => messagesIn(value).some(hasTrace),
  isKnown(value) {
    const messages = messagesIn(value)
    return messages.length > 0 && messages.every(isKnown)
  },
}

/** The same in every message. */
function inEach(undo: (message: JsonObject) => JsonObject): Undoing['undo'] {
  const one = (message: Json) => (isJsonObject(message) ? undo(message) : message)
  return (value) => (Array.isArray(value) ? (value as readonly Json[]).map(one) : one(value))
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
    extras.length === 0 ? [] : [{ kind: 'taken out', names: extras, undo: inEach(withoutAdded) }]
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
    undo: inEach((message) =>
      pick(message, (name, value) => !(value === null && names.includes(name))),
    ),
  }
}

/** A client library that finds no calls in an empty list writes that there is none. */
const emptyList: Undoing = {
  kind: 'list put back',
  names: ['tool_calls'],
  undo: inEach((message) =>
    message['tool_calls'] === null ? { ...message, tool_calls: [] } : message,
  ),
}

function putBack(name: string): Undoing {
  return {
    kind: 'null put back',
    names: [name],
    undo: inEach((message) =>
      name in message || message['role'] !== 'assistant' ? message : { ...message, [name]: null },
    ),
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
