import { stringEnd } from '#shared/json/scan-json.ts'

/** Deeper values are written anew: pieces of what stands in an object are moved at each level. */
const deepest = 4

/** Escapes that RFC 8785 may write in another way. A backslash before a letter u, itself escaped, is taken for one. */
const otherEscapes = ['\\u', '\\/']

interface Cursor {
  readonly bytes: Buffer
  at: number
}

/**
 * RFC 8785 text of a JSON value, as pieces of its own bytes: only names change places. Null where something in it is, or
 * may be, written in another way than RFC 8785 does. Two searches for escapes, and one pass over the bytes.
 * @param json valid, without a name that stands twice, and without space around it
 */
export function canonicalCopy(json: Uint8Array): readonly Uint8Array[] | null {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.length)
  if (otherEscapes.some((escape) => bytes.includes(escape))) return null
  const pieces: Uint8Array[] = []
  return copy({ bytes, at: 0 }, pieces, 0) ? pieces : null
}

const openList = Buffer.from('[')
const closeList = Buffer.from(']')
const open = Buffer.from('{')
const close = Buffer.from('}')
const comma = Buffer.from(',')
const colon = Buffer.from(':')
const QUOTE = 0x22
const BRACKET = 0x5b
const BRACE = 0x7b

/** Adds a value's pieces, and moves behind it; false where it is written in another way. */
function copy(cursor: Cursor, pieces: Uint8Array[], depth: number): boolean {
  const { bytes, at } = cursor
  switch (bytes[at]) {
    case BRACKET:
      return depth < deepest && copyList(cursor, pieces, depth + 1)
    case BRACE:
      return depth < deepest && copyObject(cursor, pieces, depth + 1)
    case QUOTE:
      cursor.at = stringEnd(bytes, at)
      break
    default:
      cursor.at = wordEnd(bytes, at)
      if (!isPlain(bytes, at, cursor.at)) return false
  }
  pieces.push(bytes.subarray(at, cursor.at))
  return true
}

function copyList(cursor: Cursor, pieces: Uint8Array[], depth: number): boolean {
  let before = openList
  while (hasMore(cursor)) {
    pieces.push(before)
    if (!copy(cursor, pieces, depth)) return false
    before = comma
  }
  if (before === openList) pieces.push(openList)
  pieces.push(closeList)
  return true
}

/** Such names are in quotes what they are without. */
const plainName = /^[\w.-]*$/

function copyObject(cursor: Cursor, pieces: Uint8Array[], depth: number): boolean {
  const { bytes } = cursor
  const members: { readonly key: string; readonly pieces: readonly Uint8Array[] }[] = []
  while (hasMore(cursor)) {
    const start = cursor.at
    const end = stringEnd(bytes, start)
    const key = bytes.toString('latin1', start + 1, end - 1)
    if (!plainName.test(key)) return false
    const member: Uint8Array[] = [bytes.subarray(start, end), colon]
    cursor.at = skipSpace(bytes, skipSpace(bytes, end) + 1)
    if (!copy(cursor, member, depth)) return false
    members.push({ key, pieces: member })
  }
  members.sort((one, other) => (one.key < other.key ? -1 : 1))
  let before = open
  for (const member of members) {
    pieces.push(before)
    for (const piece of member.pieces) pieces.push(piece)
    before = comma
  }
  if (before === open) pieces.push(open)
  pieces.push(close)
  return true
}

/** Moves from the opening bracket, or from behind an item, to the next item; behind the closing bracket if none is left. */
function hasMore(cursor: Cursor): boolean {
  const { bytes } = cursor
  cursor.at = skipSpace(bytes, cursor.at)
  if (!isClosing(bytes[cursor.at])) cursor.at = skipSpace(bytes, cursor.at + 1)
  if (!isClosing(bytes[cursor.at])) return true
  cursor.at += 1
  return false
}

function isClosing(byte: number | undefined): boolean {
  return byte === closeList[0] || byte === close[0]
}

const SPACE = 0x20

/** All of JSON's white space is at or below it, and nothing else outside of strings is. */
function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] ?? 0) <= SPACE) at += 1
  return at
}

/** Behind a number, or a word of JSON. */
function wordEnd(bytes: Uint8Array, from: number): number {
  let at = from
  while (
    at < bytes.length &&
    (bytes[at] ?? 0) > SPACE &&
    bytes[at] !== comma[0] &&
    !isClosing(bytes[at])
  )
    at += 1
  return at
}

const longestPlain = 15

/** A word of JSON, or a whole number that a double holds as it is written. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > longestPlain) return false
  return /^(?:true|false|null|0|-?[1-9]\d*)$/.test(bytes.toString('latin1', start, end))
}
