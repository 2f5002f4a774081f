import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { mostUndoings, pick, type SavedForm, type Undoing } from './saved-form.ts'

/**
 * The blocks of a message, the items of a response, or the prompt of either. What a tool is called with, and what it
 * said, may be any JSON, and is left alone.
 */
export const savedItems: SavedForm = {
  isOf: isOfItems,
  undoingsOf(value) {
    const items = itemsIn(value)
    const extras = [...new Set(items.flatMap((item) => added.filter((name) => name in item)))]
    const nulls = likeliestFirst(items.flatMap(nullsOf))
    const withoutExtras: readonly Undoing[] =
      extras.length === 0 ? [] : [{ kind: 'taken out', names: extras, undo: takeOut(isAdded) }]
    if (nulls.length === 0) return [...withoutExtras, ...putBack]
    // The rarest share one place.
    const alone = mostUndoings - 1 - withoutExtras.length
    const groups = [...nulls.slice(0, alone).map((name) => [name]), nulls.slice(alone)]
    return [
      ...withoutExtras,
      ...groups
        .filter(({ length }) => length > 0)
        .map((names): Undoing => ({
          kind: 'null taken out',
          names,
          undo: takeOut((name, member) => member === null && names.includes(name)),
        })),
    ]
  },
  hasTrace: (value) =>
    itemsIn(value).some((item) => nullsOf(item).length > 0 || Object.keys(item).some(isAdded)),
  isKnown: (value) => itemsIn(value).every(isKnown),
}

/** Members that client libraries add of their own. */
const added: readonly string[] = ['parsed', 'parsed_arguments', 'parsed_output']
const isAdded = (name: string) => added.includes(name)

/** Servers send these as `null` themselves, some of them and each in its own way; all others only libraries do. */
const sentAsNull: readonly string[] = [
  'encrypted_content',
  'status',
  'content',
  'logprobs',
  'citations',
]

/** Where such a null was dropped by a program that leaves out what is null. */
const putBack: readonly Undoing[] = [
  putBackIn('encrypted_content', ({ type }) => type === 'reasoning'),
  putBackIn('status', ({ type }) => type === 'reasoning'),
  putBackIn('content', ({ type }) => type === 'reasoning'),
  putBackIn('logprobs', ({ type }) => type === 'output_text'),
  putBackIn('citations', ({ type }) => type === 'text'),
]

function putBackIn(name: string, isIn: (item: JsonObject) => boolean): Undoing {
  const undo = (item: JsonObject) =>
    isIn(item) && !(name in item) ? { ...item, [name]: null } : item
  return { kind: 'null put back', names: [name], undo: (value) => inEach(value, undo) }
}

function takeOut(isOut: (name: string, member: Json) => boolean): Undoing['undo'] {
  return (value) => inEach(value, (item) => pick(item, (name, member) => !isOut(name, member)))
}

function likeliestFirst(names: readonly string[]): readonly string[] {
  const all = [...new Set(names)]
  return [
    ...sentAsNull.filter((name) => all.includes(name)),
    ...all.filter((name) => !sentAsNull.includes(name)),
  ]
}

function nullsOf(item: JsonObject): readonly string[] {
  return Object.keys(item).filter((name) => item[name] === null)
}

const promptNames: readonly string[] = ['messages', 'system', 'input', 'instructions']

/** The object that a prompt's commitment is to, where it is one of several members. */
function isPrompt(value: Json): value is JsonObject {
  if (!isJsonObject(value)) return false
  const names = Object.keys(value)
  return names.length === 2 && names.every((name) => promptNames.includes(name))
}

function isOfItems(value: Json): boolean {
  if (isPrompt(value)) return true
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    (value as readonly Json[]).every(
      (item) => isJsonObject(item) && typeof item['type'] === 'string' && isOfAnswer(item),
    )
  )
}

/** A chat's messages have a role, and no type; a response's have both. */
function isOfAnswer({ type, role }: JsonObject): boolean {
  return role === undefined || type === 'message'
}

/** Members in which further items stand. */
const within: readonly string[] = ['content', 'summary']

function itemsIn(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(itemsIn)
  if (!isJsonObject(value)) return []
  const inner = (isPrompt(value) ? promptNames : within).flatMap((name) => {
    const list = value[name]
    return Array.isArray(list) ? itemsIn(list as readonly Json[]) : []
  })
  return isPrompt(value) ? inner : [value, ...inner]
}

function inEach(value: Json, undo: (item: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => inEach(each, undo))
  if (!isJsonObject(value)) return value
  const names = isPrompt(value) ? promptNames : within
  const whole = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      names.includes(name) && Array.isArray(member)
        ? inEach(member as readonly Json[], undo)
        : member,
    ]),
  )
  return isPrompt(value) ? whole : undo(whole)
}

const knownNames: ReadonlySet<string> = new Set(
  [
    ['type', 'role', 'content', 'text', 'thinking', 'signature', 'data', 'id', 'name', 'input'],
    ['tool_use_id', 'is_error', 'source', 'cache_control', 'status', 'summary', 'call_id'],
    ['arguments', 'output', 'annotations', 'logprobs', 'refusal', 'encrypted_content', 'phase'],
    ['citations', 'caller', 'action', 'operation', 'namespace', 'image_url', 'file_id', 'detail'],
    added,
  ].flat(),
)

function isKnown(item: JsonObject): boolean {
  return Object.entries(item).every(([name, member]) => member === null || knownNames.has(name))
}
