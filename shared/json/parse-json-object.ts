import { parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import * as jsonProblems from '../words/english/formats/json-problems.ts'
import { pointerPart } from './pointer-part.ts'
import { scanJson, type JsonLimits, type JsonMember, type JsonScan } from './scan-json.ts'

export type JsonObject = { readonly [member: string]: Json }

export interface ParsedObject {
  readonly value: JsonObject
  /** Where each member stands in the bytes, for callers that change one and leave the others. */
  readonly members: readonly JsonMember[]
}

type Surrogates = 'paired' | 'may-be-split'

/** Deepest nesting that is read. serde_json, in many upstreams, refuses more than this. */
const depthLimit = 128
/** Of the bytes: a megabyte of open brackets takes JSON.parse a fifth of a second. */
const anyCount: JsonLimits = { values: Number.POSITIVE_INFINITY, depth: depthLimit }

/**
 * Reads a JSON object strictly: what two parsers could read differently (a key that stands twice),
 * or RFC 8785 cannot write (a lone surrogate, a number beyond a double), is refused.
 *
 * Messages never repeat any of the input: V8's own do, so they are dropped, also as cause.
 * @param decodeUtf8 throws when the bytes are not UTF-8
 * @param surrogates `may-be-split` for a document whose texts go on in the next one, as in a stream:
 * the whole is checked when it is committed to
 * @throws {FormatError} JSON_MALFORMED, JSON_DUPLICATE_KEY, JSON_TOO_DEEP, JSON_NOT_CANONICALIZABLE
 */
export function parseJsonObject(
  bytes: Uint8Array,
  decodeUtf8: (bytes: Uint8Array) => string = parseUtf8,
  surrogates: Surrogates = 'paired',
): ParsedObject {
  const scan = scanJson(bytes, anyCount)
  const value = requireObject(parseText(decode(bytes, decodeUtf8)))
  const keyCount = countKeys(value, surrogates) ?? refuse(value, '')
  return { value, members: requireOnce(scan, keyCount) }
}

/** The same of a text. @throws {FormatError} as `parseJsonObject` */
export function parseJsonText(text: string, surrogates: Surrogates = 'paired'): JsonObject {
  const scan = scanJson(utf8ToBytes(text), anyCount)
  const value = requireObject(parseText(text))
  requireOnce(scan, countKeys(value, surrogates) ?? refuse(value, ''))
  return value
}

/**
 * The same for a text that may be long, within limits of the caller's own: it stops after each pass
 * over the whole of it, so that others have a turn before the next.
 * @param decodeUtf8 may leave out the words of texts that `longTexts` names (`JsonScan`), if JSON allows them as they stand
 * @throws {FormatError} as `parseJsonObject`, and JSON_TOO_MANY_VALUES
 */
export function* parseJsonObjectInPasses(
  bytes: Uint8Array,
  decodeUtf8: (bytes: Uint8Array, longTexts: readonly number[]) => string,
  { values, depth }: JsonLimits,
): Generator<void, ParsedObject, undefined> {
  const scan = scanJson(bytes, { values, depth: Math.min(depth, depthLimit) })
  yield
  const text = decode(bytes, (all) => decodeUtf8(all, scan.longTexts))
  yield
  const value = requireObject(parseText(text))
  yield
  // UTF-8 has no form for half a pair: where no escape is, none can stand.
  const surrogates = text.includes('\\u') ? 'paired' : 'may-be-split'
  const keyCount = countKeys(value, surrogates) ?? refuse(value, '')
  return { value, members: requireOnce(scan, keyCount) }
}

function requireObject(value: Json): JsonObject {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    return value as JsonObject
  }
  throw new FormatError('JSON_MALFORMED', jsonProblems.noObject)
}

/** @param keyCount how many keys are left when of two of a name one is gone */
function requireOnce(scan: JsonScan, keyCount: number): readonly JsonMember[] {
  if (scan.keyCount !== keyCount) {
    const seen = new Set<string>()
    const twice = scan.members.find(({ key }) => seen.has(key) || !seen.add(key))
    throw new FormatError(
      'JSON_DUPLICATE_KEY',
      jsonProblems.twice,
      twice ? `/${pointerPart(twice.key)}` : '',
    )
  }
  return scan.members
}

function decode(bytes: Uint8Array, decodeUtf8: (bytes: Uint8Array) => string): string {
  try {
    return decodeUtf8(bytes)
  } catch {
    throw new FormatError('JSON_MALFORMED', jsonProblems.notUtf8)
  }
}

function parseText(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new FormatError('JSON_MALFORMED', jsonProblems.notJson)
  }
}

function isWritable(text: string, surrogates: Surrogates): boolean {
  return surrogates === 'may-be-split' || text.isWellFormed()
}

/** Keys at every depth, or null when there is something to refuse. */
function countKeys(value: Json, surrogates: Surrogates): number | null {
  if (typeof value === 'string') return isWritable(value, surrogates) ? 0 : null
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : null
  if (value === null || typeof value === 'boolean') return 0

  let count = 0
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      const inside = countKeys(item, surrogates)
      if (inside === null) return null
      count += inside
    }
    return count
  }
  for (const key of Object.keys(value)) {
    if (!key.isWellFormed()) return null
    const inside = countKeys((value as JsonObject)[key] as Json, surrogates)
    if (inside === null) return null
    count += inside + 1
  }
  return count
}

/** Walks again to name what `countKeys` found. */
function refuse(value: Json, path: string): never | 0 {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw notCanonical(jsonProblems.stringSurrogate, path)
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw notCanonical(jsonProblems.numberTooLarge, path)
  }
  if (value === null || typeof value !== 'object') return 0
  for (const [key, member] of Object.entries(value as JsonObject)) {
    if (!key.isWellFormed()) throw notCanonical(jsonProblems.nameSurrogate, path)
    refuse(member, `${path}/${pointerPart(key)}`)
  }
  return 0
}

function notCanonical(message: string, path: string): FormatError {
  return new FormatError('JSON_NOT_CANONICALIZABLE', message, path)
}
