import canonicalize from 'canonicalize'
import { FormatError } from './errors.ts'
import * as jsonProblems from './words/english/formats/json-problems.ts'

/** What JSON.parse gives. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [member: string]: Json }

/**
 * RFC 8785 (JCS) text of a JSON value.
 * @throws {FormatError} JSON_NOT_CANONICALIZABLE for what RFC 8785 cannot write: a lone surrogate, a
 * number that is not finite, a cycle, or a value that is no JSON at all.
 */
export function canonicalJson(value: Json): string {
  const flat = scalarText(value) ?? flatText(value)
  if (flat !== null) return flat
  let text: string | undefined
  try {
    text = canonicalize(value)
  } catch (cause) {
    throw new FormatError('JSON_NOT_CANONICALIZABLE', jsonProblems.notWritable, '', {
      cause,
    })
  }
  if (text === undefined) {
    throw new FormatError('JSON_NOT_CANONICALIZABLE', jsonProblems.noJsonForm)
  }
  return text
}

/** The same of an object that has nothing in it but texts, numbers, booleans and null; null for any other value. */
function flatText(value: Json): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  if (Object.getPrototypeOf(value) !== Object.prototype) return null
  const object = value as { readonly [member: string]: Json }
  let text = ''
  for (const key of Object.keys(object).toSorted()) {
    const name = scalarText(key)
    const member = scalarText(object[key])
    if (name === null || member === null) return null
    text += `${text === '' ? '{' : ','}${name}:${member}`
  }
  return text === '' ? '{}' : `${text}}`
}

function scalarText(value: Json | undefined): string | null {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? JSON.stringify(value) : null
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : null
    case 'boolean':
      return value ? 'true' : 'false'
    default:
      return value === null ? 'null' : null
  }
}

/** Members and items that are written before others have a turn. */
const stepLength = 4_096

/**
 * The same text as `canonicalJson` writes, with a stop after every few thousand members and items.
 * @throws {FormatError} JSON_NOT_CANONICALIZABLE
 */
export function* canonicalInSteps(value: Json): Generator<void, string, undefined> {
  let left = stepLength

  function* write(part: Json): Generator<void, string, undefined> {
    if (part === null || typeof part !== 'object') return canonicalJson(part)
    const isList = Array.isArray(part)
    const names = isList ? Object.keys(part) : Object.keys(part).toSorted()
    // Sorting many is a step of its own.
    if (names.length > stepLength) yield
    let text = ''
    for (const name of names) {
      const each = (part as { readonly [member: string]: Json })[name] as Json
      const before = `${text === '' ? '' : ','}${isList ? '' : `${canonicalJson(name)}:`}`
      text += before + (isShort(each) ? canonicalJson(each) : yield* write(each))
      left -= 1
      if (left > 0) continue
      left = stepLength
      yield
    }
    return isList ? `[${text}]` : `{${text}}`
  }

  return yield* write(value)
}

/** Most members of an object that is written at once. */
const fewMembers = 8

/** A text, a number, a word, or an object of few of them, as most messages are. */
function isShort(value: Json): boolean {
  if (isScalar(value)) return true
  const members = Object.values(value as object)
  return !Array.isArray(value) && members.length <= fewMembers && members.every(isScalar)
}

function isScalar(value: Json): boolean {
  return value === null || typeof value !== 'object'
}
