import { utf8ToBytes } from '../bytes/bytes.ts'
import { scanJsonArray } from './scan-json-array.ts'
import { scanJson } from './scan-json.ts'

/** Deeper values are written anew: each level is looked at once more. */
const deepest = 4

/**
 * RFC 8785 text of a JSON value, as pieces of its own bytes: only names change places. Null where something in it is
 * written in another way than RFC 8785 does.
 * @param json valid, without a name that stands twice, and without space around it
 */
export function canonicalCopy(json: Uint8Array): readonly Uint8Array[] | null {
  const pieces: Uint8Array[] = []
  return copy(json, pieces, 0) ? pieces : null
}

const openList = utf8ToBytes('[')
const closeList = utf8ToBytes(']')
const open = utf8ToBytes('{')
const close = utf8ToBytes('}')
const comma = utf8ToBytes(',')
const colon = utf8ToBytes(':')
const QUOTE = 0x22
const BRACKET = 0x5b
const BRACE = 0x7b

function copy(json: Uint8Array, pieces: Uint8Array[], depth: number): boolean {
  const first = json[0]
  if (first === BRACE || first === BRACKET) {
    if (depth === deepest) return false
    return first === BRACE ? copyObject(json, pieces, depth) : copyList(json, pieces, depth)
  }
  pieces.push(json)
  return first === QUOTE ? isWrittenSo(json) : isPlain(json)
}

function copyList(json: Uint8Array, pieces: Uint8Array[], depth: number): boolean {
  let before = openList
  for (const { start, end } of scanJsonArray(json)) {
    pieces.push(before)
    if (!copy(json.subarray(start, end), pieces, depth + 1)) return false
    before = comma
  }
  if (before === openList) pieces.push(openList)
  pieces.push(closeList)
  return true
}

/** Such names are in quotes what they are without. */
const plainName = /^[\w.-]*$/

function copyObject(json: Uint8Array, pieces: Uint8Array[], depth: number): boolean {
  const members = scanJson(json).members.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  let before = open
  for (const { key, keyStart, valueStart, valueEnd } of members) {
    if (!plainName.test(key)) return false
    const name = json.subarray(keyStart, keyStart + key.length + 2)
    if (name.at(-1) !== QUOTE) return false
    pieces.push(before, name, colon)
    if (!copy(json.subarray(valueStart, valueEnd), pieces, depth + 1)) return false
    before = comma
  }
  if (before === open) pieces.push(open)
  pieces.push(close)
  return true
}

const BACKSLASH = 0x5c
/** Characters behind a backslash that RFC 8785 also writes with a backslash. */
const escaped = new Uint8Array(256)
for (const character of '"\\bfnrt') escaped[character.charCodeAt(0)] = 1

/** Escapes come together: so far behind one, another is looked for before the platform searches. */
const nearBytes = 64

function isWrittenSo(literal: Uint8Array): boolean {
  let at = literal.indexOf(BACKSLASH)
  while (at >= 0) {
    if (escaped[literal[at + 1] ?? 0] === 0) return false
    at += 2
    const near = Math.min(at + nearBytes, literal.length)
    while (at < near && literal[at] !== BACKSLASH) at += 1
    if (at === near) at = literal.indexOf(BACKSLASH, at)
  }
  return true
}

const longestPlain = 15

/** A word of JSON, or a whole number that a double holds as it is written. */
function isPlain(literal: Uint8Array): boolean {
  if (literal.length > longestPlain) return false
  const text = String.fromCharCode(...literal)
  return /^(?:true|false|null|0|-?[1-9]\d*)$/.test(text)
}
