import { parse as parseToml, patch as patchToml } from '@decimalturn/toml-patch'
import { applyEdits, modify, parse as parseJsonc, type ParseError } from 'jsonc-parser'
import { parseDocument } from 'yaml'
import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { installCommandWords as words } from '#shared/words/english/programs/install-command.ts'

/** Where a value stands: names of members, and of a list the item with this `name`. */
export type ConfigPath = readonly (string | { readonly named: string })[]

/** A kind of configuration file, edited in place: what is not changed keeps its comments and its form. */
export interface ConfigFormat {
  /** @throws {Error} when the text is none */
  readonly parse: (text: string) => JsonObject
  /** @param value undefined takes the member, or the item, out */
  readonly set: (
    text: string,
    keys: readonly (string | number)[],
    value: Json | undefined,
  ) => string
}

const formatting = { insertSpaces: true, tabSize: 2, eol: '\n' }

/** JSON with comments and commas at the end, as editors take it. */
export const jsonConfig: ConfigFormat = {
  parse(text) {
    const errors: ParseError[] = []
    const value: unknown =
      text.trim() === '' ? {} : parseJsonc(text, errors, { allowTrailingComma: true })
    if (errors.length > 0) throw new Error(words.notJson)
    return objectOf(value)
  },
  set(text, keys, value) {
    const whole = text.trim() === '' ? '{}\n' : text
    return applyEdits(whole, modify(whole, [...keys], value, { formattingOptions: formatting }))
  },
}

export const yamlConfig: ConfigFormat = {
  parse(text) {
    const document = parseDocument(text)
    if (document.errors.length > 0) throw new Error(words.notYaml)
    return objectOf(document.toJS() ?? {})
  },
  set(text, keys, value) {
    const document = parseDocument(text)
    if (value === undefined) document.deleteIn(keys)
    else document.setIn(keys, document.createNode(value))
    return document.toString({ lineWidth: 0 })
  },
}

export const tomlConfig: ConfigFormat = {
  parse: (text) => objectOf(asJson(parseToml(text))),
  set: (text, keys, value) => patchToml(text, withValue(objectOf(parseToml(text)), keys, value)),
}

/** Dates and large integers as text, so that values can be compared. */
function asJson(value: unknown): unknown {
  const plain = (_name: string, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member
  return JSON.parse(JSON.stringify(value, plain))
}

function objectOf(value: unknown): JsonObject {
  if (isJsonObject(value as Json)) return value as JsonObject
  throw new Error(words.notObject)
}

/** The same value with one more, or one less. */
export function withValue(
  whole: JsonObject,
  keys: readonly (string | number)[],
  value: Json | undefined,
): JsonObject {
  return changed(whole, keys, value) as JsonObject
}

function changed(
  from: Json | undefined,
  [key, ...rest]: readonly (string | number)[],
  value: Json | undefined,
): Json | undefined {
  if (key === undefined) return value
  if (typeof key === 'number') {
    const items = Array.isArray(from) ? [...(from as readonly Json[])] : []
    const item = changed(items[key], rest, value)
    if (item === undefined) items.splice(key, 1)
    else items[key] = item
    return items
  }
  const { [key]: before, ...others } = isJsonObject(from) ? from : {}
  const now = changed(before, rest, value)
  if (now === undefined) return others
  return isJsonObject(from) && key in from ? { ...from, [key]: now } : { ...others, [key]: now }
}

/** Names and indices for a path in this very value: an item that is not there yet comes last. */
export function keysOf(whole: JsonObject, path: ConfigPath): readonly (string | number)[] {
  let at: Json | undefined = whole
  return path.map((part) => {
    if (typeof part === 'string') {
      at = isJsonObject(at) ? at[part] : undefined
      return part
    }
    const items: readonly Json[] = Array.isArray(at) ? at : []
    const found = items.findIndex((item) => isJsonObject(item) && item['name'] === part.named)
    const index = found < 0 ? items.length : found
    at = items[index]
    return index
  })
}

/** Undefined where nothing stands. */
export function valueAt(whole: JsonObject, keys: readonly (string | number)[]): Json | undefined {
  return keys.reduce<Json | undefined>((at, key) => {
    if (typeof key === 'number') return Array.isArray(at) ? (at as readonly Json[])[key] : undefined
    return isJsonObject(at) ? at[key] : undefined
  }, whole)
}
