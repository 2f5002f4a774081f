import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as savedWords from '../words/english/verdict/saved-words.ts'

/** What a value of an exchange may have been before a client library saved it (FORMAT.md section 3.3). */
export interface Reading {
  readonly value: Json
  /** What was left out to read it; null as it stands. */
  readonly note: string | null
  /** Members that were left out with what stood in them: no signature covers it. */
  readonly leftOut: readonly string[]
}

/** Members that client libraries add of their own. */
const added: ReadonlySet<string> = new Set([
  'parsed',
  'parsed_arguments',
  'parsed_output',
  'provider_specific_fields',
])

/** Lists of messages, blocks, items, parts or calls. What a tool is called with may be any JSON, and is left alone. */
const lists: ReadonlySet<string> = new Set([
  'messages',
  'system',
  'input',
  'instructions',
  'content',
  'summary',
  'tool_calls',
])
const called: ReadonlySet<string> = new Set(['function', 'custom', 'function_call'])

/** Members of a chat's message that libraries write as null. Of `content` it is the server's own where tools are called. */
const nullable: ReadonlySet<string> = new Set([
  'refusal',
  'annotations',
  'audio',
  'function_call',
  'tool_calls',
  'reasoning_content',
  'reasoning',
  'name',
])

/** Which of the members that are null a library may have added. Many servers send that of `refusal` themselves. */
type Nulls = 'none' | 'all' | 'all but refusal'

/** As it stands first; then without what libraries add. */
export function* savedReadings(value: Json): Generator<Reading, void, undefined> {
  yield { value, note: null, leftOut: [] }
  if (!hasTraceOfLibrary(value)) return
  for (const nulls of ['none', 'all', 'all but refusal'] as const) {
    const reading = without(value, nulls)
    if (reading.note !== null) yield reading
  }
}

/** Whether a client library may have written it. */
export function hasTraceOfLibrary(value: Json): boolean {
  return without(value, 'all').note !== null
}

function without(value: Json, nulls: Nulls): Reading {
  const nullsOut = new Set<string>()
  const leftOut = new Set<string>()

  function isKept(object: JsonObject, name: string): boolean {
    if (added.has(name)) leftOut.add(name)
    else if (object[name] !== null || isOwnNull(object, name)) return true
    else nullsOut.add(name)
    return false
  }

  function isOwnNull(object: JsonObject, name: string): boolean {
    if (nulls === 'none' || (name === 'refusal' && nulls !== 'all')) return true
    return isMessage(object) && !nullable.has(name)
  }

  function inObject(object: JsonObject): JsonObject {
    return inMembers(
      Object.fromEntries(Object.entries(object).filter(([name]) => isKept(object, name))),
    )
  }

  function inMembers(object: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([name, member]) => {
        if (lists.has(name) && Array.isArray(member))
          return [name, inList(member as readonly Json[])]
        return [name, called.has(name) && isJsonObject(member) ? inObject(member) : member]
      }),
    )
  }

  function inList(items: readonly Json[]): Json {
    return items.map((item) => (isJsonObject(item) ? inObject(item) : item))
  }

  function read(): Json {
    if (Array.isArray(value)) return inList(value as readonly Json[])
    if (!isJsonObject(value)) return value
    return isMessage(value) ? inObject(value) : inMembers(value)
  }

  const reading = read()
  return { value: reading, note: noteOf([...nullsOut], [...leftOut]), leftOut: [...leftOut] }
}

/** Whether the value is a chat's: blocks and items name their type, and the object of a prompt has neither. */
function isMessage(object: JsonObject): boolean {
  return 'role' in object && !('type' in object)
}

function noteOf(nulls: readonly string[], leftOut: readonly string[]): string | null {
  const parts = [
    ...(nulls.length === 0 ? [] : [savedWords.withoutNull(nulls.join(', '))]),
    ...(leftOut.length === 0 ? [] : [savedWords.without(leftOut.join(', '))]),
  ]
  return parts.length === 0 ? null : savedWords.read(parts.join(', and '))
}
