import { bytesToUtf8 } from '@noble/ciphers/utils.js'
import { stringEnd } from './string-end.ts'

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
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/**
 * Finds the members of the outermost object in a JSON text that is known to be valid. Works on
 * bytes: every structural character of JSON is ASCII, and no byte of a longer UTF-8 sequence is.
 */
export function scanJsonObject(bytes: Uint8Array): JsonScan {
  const members: JsonMember[] = []
  let keyCount = 0
  let depth = 0
  let lastString = 0
  let keyStart = 0
  let keyEnd = 0
  let valueStart = -1

  function closeMember(end: number): void {
    if (valueStart < 0) return
    members.push({
      key: decodeKey(bytes, keyStart, keyEnd),
      keyStart,
      valueStart: skipSpace(bytes, valueStart),
      valueEnd: trimSpace(bytes, end),
    })
    valueStart = -1
  }

  for (let at = nextMark(bytes, 0); at < bytes.length; at = nextMark(bytes, at + 1)) {
    switch (bytes[at]) {
      case QUOTE:
        lastString = at
        at = stringEnd(bytes, at) - 1
        break
      case COLON:
        keyCount += 1
        if (depth !== 1) break
        keyStart = lastString
        keyEnd = trimSpace(bytes, at)
        valueStart = at + 1
        break
      case COMMA:
        if (depth === 1) closeMember(at)
        break
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth += 1
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (depth === 1) closeMember(at)
        depth -= 1
        break
      default:
    }
  }
  return { members, keyCount }
}

const marks = new Uint8Array(256)
for (const character of '",:[]{}') marks[character.charCodeAt(0)] = 1

/** The next byte from here on that means something to the structure, or the end. */
function nextMark(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && marks[bytes[at] ?? 0] === 0) at += 1
  return at
}

const spaces = new Uint8Array(256)
for (const character of ' \n\r\t') spaces[character.charCodeAt(0)] = 1

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && spaces[bytes[at] ?? 0] === 1) at += 1
  return at
}

function trimSpace(bytes: Uint8Array, end: number): number {
  let at = end
  while (at > 0 && spaces[bytes[at - 1] ?? 0] === 1) at -= 1
  return at
}

/** Each byte is an argument of one call. */
const shortKeyBytes = 4096

function decodeKey(bytes: Uint8Array, start: number, end: number): string {
  const key = bytes.subarray(start, end)
  // Latin-1 text of UTF-8 bytes: only names in ASCII, or written with escapes, are compared.
  const text =
    key.length <= shortKeyBytes
      ? (Reflect.apply(String.fromCharCode, null, key) as string)
      : bytesToUtf8(key)
  return JSON.parse(text) as string
}
