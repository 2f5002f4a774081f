import { stringEnd } from '#shared/json/scan-json.ts'

/** Deeper values are written anew: pieces of what stands in an object are moved at each level. */
const deepest = 4

/** Where pieces of the bytes begin and end, in turn. */
type Ranges = number[]

interface Cursor {
  readonly bytes: Buffer
  readonly texts: readonly number[]
  /** Index of the first text that is not passed yet. */
  nextText: number
  at: number
  /** Where the bracket or the comma before the item or member stands. */
  separator: number
}

/** Longest request of which something is copied. */
export const mostCopiedBytes = 256 * 1024
/** Any salt, the names of what is committed to, and the signs around them. */
const besidesBytes = 1024
/** One for all requests: new ones of that length would have all garbage collected every hundred requests. */
const room = Buffer.alloc(mostCopiedBytes + besidesBytes)

interface Copied {
  readonly bytes: Uint8Array
  /** Texts that are known to be written as RFC 8785 writes them: the begin and the end of each, in turn, without their quotes. */
  readonly texts: readonly number[]
  /** Texts that stay as they are, and where values begin: valid ones, without a name that stands twice. */
  readonly parts: readonly (string | number)[]
}

/**
 * Hands a text to `use` that is put together of RFC 8785 texts of JSON values, each made of its own bytes: only names change
 * places. Null where something in them is, or may be, written in another way than RFC 8785 does.
 * @param use keeps nothing of the bytes
 */
export function useCanonicalCopy<Result>(
  { bytes: given, texts, parts }: Copied,
  use: (text: Uint8Array) => Result,
): Result | null {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.length)
  let end = 0
  try {
    for (const part of parts) {
      if (typeof part === 'string') end += room.write(part, end)
      else {
        const ranges: Ranges = []
        const cursor = { bytes, texts, nextText: 0, at: part, separator: 0 }
        if (!copy(cursor, ranges, 0)) return null
        end = copyRanges(bytes, ranges, end)
      }
    }
    return use(room.subarray(0, end))
  } finally {
    room.fill(0, 0, end)
  }
}

/** What is copied byte by byte, since a call costs more. */
const shortLength = 16

/** Writes them into the room, and returns their end. */
function copyRanges(bytes: Buffer, ranges: Ranges, from: number): number {
  let to = from
  for (let each = 0; each < ranges.length;) {
    const start = ranges[each] ?? 0
    let end = ranges[each + 1] ?? 0
    for (each += 2; ranges[each] === end; each += 2) end = ranges[each + 1] ?? 0
    if (end - start > shortLength) to += bytes.copy(room, to, start, end)
    else for (let at = start; at < end; at++) room[to++] = bytes[at] ?? 0
  }
  return to
}

const QUOTE = 0x22
const COMMA = 0x2c
const SLASH = 0x2f
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const SMALL_U = 0x75
const BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Adds a value's pieces, and moves behind it; false where it is written in another way. */
function copy(cursor: Cursor, ranges: Ranges, depth: number): boolean {
  const { bytes, at } = cursor
  switch (bytes[at]) {
    case BRACKET:
      return depth < deepest && copyList(cursor, ranges, depth + 1)
    case BRACE:
      return depth < deepest && copyObject(cursor, ranges, depth + 1)
    case QUOTE:
      if (!passText(cursor)) return false
      break
    default:
      cursor.at = wordEnd(bytes, at)
      if (!isPlain(bytes, at, cursor.at)) return false
  }
  ranges.push(at, cursor.at)
  return true
}

/** Moves behind a text; false where it may be written in another way. */
function passText(cursor: Cursor): boolean {
  const { bytes, texts, at: start } = cursor
  while ((texts[cursor.nextText] ?? Infinity) <= start) cursor.nextText += 2
  if (texts[cursor.nextText] === start + 1) {
    cursor.at = (texts[cursor.nextText + 1] ?? 0) + 1
    return true
  }
  cursor.at = stringEnd(bytes, start)
  for (let at = start; at < cursor.at; at++) {
    if (bytes[at] !== BACKSLASH) continue
    at += 1
    if (bytes[at] === SLASH || bytes[at] === SMALL_U) return false
  }
  return true
}

function copyList(cursor: Cursor, ranges: Ranges, depth: number): boolean {
  const open = cursor.at
  let isEmpty = true
  while (hasMore(cursor)) {
    ranges.push(cursor.separator, cursor.separator + 1)
    if (!copy(cursor, ranges, depth)) return false
    isEmpty = false
  }
  if (isEmpty) ranges.push(open, open + 1)
  ranges.push(cursor.at - 1, cursor.at)
  return true
}

/** Such names are in quotes what they are without. */
const plainName = /^[\w.-]*$/

interface Member {
  readonly key: string
  /** Where the brace or the comma before it stands. */
  readonly separator: number
  readonly ranges: Ranges
}

function copyObject(cursor: Cursor, ranges: Ranges, depth: number): boolean {
  const { bytes } = cursor
  const open = cursor.at
  const members: Member[] = []
  while (hasMore(cursor)) {
    const { at: start, separator } = cursor
    const end = stringEnd(bytes, start)
    const key = bytes.toString('latin1', start + 1, end - 1)
    if (!plainName.test(key)) return false
    const colon = skipSpace(bytes, end)
    const member = [start, end, colon, colon + 1]
    cursor.at = skipSpace(bytes, colon + 1)
    if (!copy(cursor, member, depth)) return false
    members.push({ key, separator, ranges: member })
  }
  members.sort((one, other) => (one.key < other.key ? -1 : 1))
  ranges.push(open, open + 1)
  const [first] = members
  for (const member of members) {
    if (member !== first) {
      const comma = member.separator === open ? (first?.separator ?? open) : member.separator
      ranges.push(comma, comma + 1)
    }
    for (const end of member.ranges) ranges.push(end)
  }
  ranges.push(cursor.at - 1, cursor.at)
  return true
}

/** Moves from the opening bracket, or from behind an item, to the next item; behind the closing bracket if none is left. */
function hasMore(cursor: Cursor): boolean {
  const { bytes } = cursor
  cursor.at = skipSpace(bytes, cursor.at)
  if (!isClosing(bytes[cursor.at])) {
    cursor.separator = cursor.at
    cursor.at = skipSpace(bytes, cursor.at + 1)
  }
  if (!isClosing(bytes[cursor.at])) return true
  cursor.at += 1
  return false
}

function isClosing(byte: number | undefined): boolean {
  return byte === CLOSE_BRACKET || byte === CLOSE_BRACE
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
    bytes[at] !== COMMA &&
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
