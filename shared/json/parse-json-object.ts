import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import { scanJsonObject, type JsonMember } from './scan-json.ts'

export type JsonObject = { readonly [member: string]: Json }

export interface ParsedObject {
  readonly value: JsonObject
  /** Where each member stands in the bytes, for callers that change one and leave the others. */
  readonly members: readonly JsonMember[]
}

/** Deepest nesting that is read. serde_json, in many upstreams, refuses more than this. */
const depthLimit = 128

/**
 * Reads a JSON object strictly: what two parsers could read differently (a key that stands twice),
 * or RFC 8785 cannot write (a lone surrogate, a number beyond a double), is refused.
 *
 * Messages never repeat any of the input: V8's own do, so they are dropped, also as cause.
 * @param decodeUtf8 throws when the bytes are not UTF-8
 * @throws {FormatError} JSON_MALFORMED, JSON_DUPLICATE_KEY, JSON_TOO_DEEP, JSON_NOT_CANONICALIZABLE
 */
export function parseJsonObject(
  bytes: Uint8Array,
  decodeUtf8: (bytes: Uint8Array) => string,
): ParsedObject {
  const value = parseText(bytes, decodeUtf8)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new FormatError('JSON_MALFORMED', 'it is not a JSON object')
  }
  const keyCount = checkAndCountKeys(value, '', 1)
  const scan = scanJsonObject(bytes)
  if (scan.keyCount !== keyCount) {
    const twice = scan.members.find(
      ({ key }, index) => scan.members.findIndex((other) => other.key === key) !== index,
    )
    throw new FormatError(
      'JSON_DUPLICATE_KEY',
      'a member stands there twice',
      twice ? `/${pointerPart(twice.key)}` : '',
    )
  }
  return { value: value as JsonObject, members: scan.members }
}

function parseText(bytes: Uint8Array, decodeUtf8: (bytes: Uint8Array) => string): Json {
  let text: string
  try {
    text = decodeUtf8(bytes)
  } catch {
    throw new FormatError('JSON_MALFORMED', 'it is not UTF-8')
  }
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new FormatError('JSON_MALFORMED', 'it is not JSON')
  }
}

/** Walks the value once: refuses what JCS cannot write, and counts the keys it has. */
function checkAndCountKeys(value: Json, path: string, depth: number): number {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw notCanonical('a string has a lone surrogate', path)
    return 0
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw notCanonical('a number is too large', path)
    return 0
  }
  if (value === null || typeof value !== 'object') return 0
  if (depth > depthLimit) {
    throw new FormatError('JSON_TOO_DEEP', `it is nested deeper than ${depthLimit}`)
  }

  let count = 0
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      if (isLeaf(item)) continue
      count += checkAndCountKeys(item, `${path}/${index}`, depth + 1)
    }
    return count
  }
  const object = value as JsonObject
  for (const key of Object.keys(object)) {
    count += 1
    if (!key.isWellFormed()) throw notCanonical('a name has a lone surrogate', path)
    const member = object[key] as Json
    if (isLeaf(member)) continue
    count += checkAndCountKeys(member, `${path}/${pointerPart(key)}`, depth + 1)
  }
  return count
}

/** Values that need no look, so that no path is built for them. */
function isLeaf(value: Json): boolean {
  return (
    value === null ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}

function notCanonical(message: string, path: string): FormatError {
  return new FormatError('JSON_NOT_CANONICALIZABLE', message, path)
}

/** RFC 6901; a long name is cut, since a path is shown to people. */
function pointerPart(key: string): string {
  return key.slice(0, 64).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')
}
