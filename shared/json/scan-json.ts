import { bytesToUtf8 } from '@noble/ciphers/utils.js'
import { FormatError } from '../errors.ts'
import * as jsonProblems from '../words/english/formats/json-problems.ts'

export interface JsonLimits {
  /** Members and items at every depth, all of them together. */
  readonly values: number
  /** Objects and arrays within each other. */
  readonly depth: number
  /** Objects and arrays, all of them together; any number where it is left out. */
  readonly lists?: number
}

/** One member of an object, as byte offsets into its text. */
export interface JsonMember {
  readonly key: string
  /** At the key's opening quote. */
  readonly keyStart: number
  readonly valueStart: number
  /** Just behind the value. */
  readonly valueEnd: number
}

export interface JsonScan {
  /** Members of the outermost object, in their order; a key that stands twice is there twice. */
  readonly members: readonly JsonMember[]
  /** Keys at every depth. */
  readonly keyCount: number
  /** Where texts of a kilobyte and more begin and end, in turn, without their quotes; none is a name, or stands in the outermost object itself. */
  readonly longTexts: readonly number[]
}

/** Bytes of the shortest long text. */
const leastLongText = 1024

/** What a byte may be outside of strings. */
const PLAIN = 0
const SPACE = 1
const COMMA = 2
const COLON = 3
const QUOTE = 4
const OPEN = 5
const CLOSE = 6

const kinds = new Uint8Array(256)
for (const [text, kind] of [
  [' \t\r\n', SPACE],
  [',', COMMA],
  [':', COLON],
  ['"', QUOTE],
  ['[{', OPEN],
  [']}', CLOSE],
] as const) {
  for (const character of text) kinds[character.charCodeAt(0)] = kind
}

const unlimited: JsonLimits = {
  values: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
}

/**
 * Finds the members of the outermost object of a JSON text, and counts what the text holds before anything is built of it:
 * it stops where that is too much, so that what reads it afterwards has that much work and no more. One pass over the bytes,
 * which may be anything; what it finds in other bytes than JSON says nothing. Every structural character of JSON is ASCII,
 * and no byte of a longer UTF-8 sequence is.
 * @throws {FormatError} JSON_TOO_MANY_VALUES, JSON_TOO_DEEP
 */
export function scanJson(bytes: Uint8Array, limits: JsonLimits = unlimited): JsonScan {
  const members: JsonMember[] = []
  const longTexts: number[] = []
  const { lists: mostLists = Number.POSITIVE_INFINITY } = limits
  // The outermost value is no member, and each name is counted as a string and taken back at its colon.
  let values = -1
  let depth = 0
  // Each stands beside a member or an item: what is nothing but commas is no JSON, and long all the same.
  let separators = 0
  let lists = 0
  let keyCount = 0
  let lastString = -1
  let keyStart = 0
  let keyEnd = 0
  let valueStart = -1

  function closeMember(end: number): void {
    members.push({
      key: decodeKey(bytes, keyStart, keyEnd),
      keyStart,
      valueStart: skipSpace(bytes, valueStart),
      valueEnd: trimSpace(bytes, end),
    })
    valueStart = -1
  }

  let at = 0
  while (at < bytes.length) {
    switch (kinds[bytes[at] ?? 0]) {
      case PLAIN:
        values += 1
        while (at < bytes.length && kinds[bytes[at] ?? 0] === PLAIN) at += 1
        break
      case QUOTE:
        values += 1
        lastString = at
        at = stringEnd(bytes, at)
        if (at - lastString >= leastLongText && depth > 1) longTexts.push(lastString + 1, at - 1)
        break
      case COLON:
        if (longTexts.at(-2) === lastString + 1) longTexts.length -= 2
        values -= 1
        separators += 1
        keyCount += 1
        if (depth === 1 && lastString >= 0) {
          keyStart = lastString
          keyEnd = trimSpace(bytes, at)
          valueStart = at + 1
        }
        // A string is one name at most, also where it is no JSON: each byte is read so often and no more.
        lastString = -1
        at += 1
        break
      case COMMA:
        separators += 1
        if (depth === 1 && valueStart >= 0) closeMember(at)
        at += 1
        break
      case OPEN:
        values += 1
        depth += 1
        lists += 1
        at += 1
        if (lists > mostLists) throw tooMany(jsonProblems.lists(mostLists))
        if (depth > limits.depth) {
          throw new FormatError('JSON_TOO_DEEP', jsonProblems.tooDeep(limits.depth))
        }
        break
      case CLOSE:
        if (depth === 1 && valueStart >= 0) closeMember(at)
        depth -= 1
        at += 1
        break
      default:
        while (at < bytes.length && kinds[bytes[at] ?? 0] === SPACE) at += 1
    }
    // A name that has not met its colon yet may be one too many.
    if (values > limits.values + 1 || separators > 2 * limits.values) break
  }
  if (values > limits.values || separators > 2 * limits.values) {
    throw tooMany(jsonProblems.values(limits.values))
  }
  return { members, keyCount, longTexts }
}

function tooMany(most: string): FormatError {
  return new FormatError('JSON_TOO_MANY_VALUES', jsonProblems.tooMany(most))
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && kinds[bytes[at] ?? 0] === SPACE) at += 1
  return at
}

function trimSpace(bytes: Uint8Array, end: number): number {
  let at = end
  while (at > 0 && kinds[bytes[at - 1] ?? 0] === SPACE) at -= 1
  return at
}

/** A short name of these is in quotes what it is without: no parser is needed for most names. */
const isInWord = new Uint8Array(256)
for (const character of 'abcdefghijklmnopqrstuvwxyz_') isInWord[character.charCodeAt(0)] = 1
const longestWord = 32

/** Each byte is an argument of one call. */
const shortKeyBytes = 4096

/** Empty where it is none of JSON's. */
function decodeKey(bytes: Uint8Array, start: number, end: number): string {
  let word = ''
  for (let at = start + 1; word.length < longestWord && isInWord[bytes[at] ?? 0] === 1; at += 1) {
    word += String.fromCharCode(bytes[at] ?? 0)
  }
  if (word.length === end - start - 2 && bytes[end - 1] === quote) return word
  const key = bytes.subarray(start, end)
  // Latin-1 text of UTF-8 bytes: only names in ASCII, or written with escapes, are compared.
  const text =
    key.length <= shortKeyBytes
      ? (Reflect.apply(String.fromCharCode, null, key) as string)
      : bytesToUtf8(key)
  try {
    return JSON.parse(text) as string
  } catch {
    return ''
  }
}

const BACKSLASH = 0x5c
const quote = '"'.charCodeAt(0)

/** Most strings end sooner than a search by the platform begins. */
const shortBytes = 24
/** A string may be nothing but escaped quotes: each of them is not looked for by itself. */
const mostSearches = 64

/** Just behind the closing quote of the string that opens at `start`; the end where it is not closed. */
export function stringEnd(bytes: Uint8Array, start: number): number {
  const shortEnd = Math.min(start + 1 + shortBytes, bytes.length)
  let at = start + 1
  while (at < shortEnd) {
    const byte = bytes[at]
    if (byte === quote) return at + 1
    at += byte === BACKSLASH ? 2 : 1
  }
  for (let search = 0; search < mostSearches; search++) {
    const next = bytes.indexOf(quote, at)
    if (next < 0) return bytes.length
    if (!isEscaped(bytes, at, next)) return next + 1
    at = next + 1
  }
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === quote) return at + 1
    at += byte === BACKSLASH ? 2 : 1
  }
  return bytes.length
}

/** Whether an odd number of backslashes stands before `at`; `from` is where a character begins. */
function isEscaped(bytes: Uint8Array, from: number, at: number): boolean {
  let first = at
  while (first > from && bytes[first - 1] === BACKSLASH) first -= 1
  return (at - first) % 2 === 1
}
