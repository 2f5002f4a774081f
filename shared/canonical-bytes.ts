import { bytesToUtf8 } from '@noble/ciphers/utils.js'
import { stringEnd } from './json/string-end.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Whole numbers of so many digits are written alike by everybody. */
const mostDigits = 15

/** What is joined of more characters is kept as its pieces, thirty times as long as the name. */
const shortName = 12

/** Members that stand in another order may lie in each other: each byte of them is moved so often, or is few. */
const mostMoves = 4
const fewBytes = 256 * 1024

/** Of a longer text the value is written, whose cost depends less on what the text is made of. */
const longestText = 1024 * 1024

/** Escapes that RFC 8785 writes, too: `\"`, `\\`, and the short ones of control characters. */
const keptEscapes = new Uint8Array(256)
for (const character of '"\\bfnrt') keptEscapes[character.charCodeAt(0)] = 1

/** What was found is not written alike by everybody: only the value can be written, not its text be copied. */
class NotPlain extends Error {}

/**
 * UTF-8 of the RFC 8785 text of a JSON value, made of its own text: its strings and whole numbers as they
 * stand there, without space, in the order of their names. The bytes are those of `canonicalJson` of the
 * value; it takes a fraction of the time, since no text is made of them.
 * @param text valid JSON in UTF-8, in which no member stands twice
 * @returns null for a text with anything else in it: other escapes, other numbers, names beyond ASCII,
 * where more would be moved than a text made, or beyond 1 MiB
 */
export function canonicalBytes(text: Uint8Array): Uint8Array | null {
  if (text.length > longestText) return null
  try {
    const w: Writer = {
      text,
      out: new Uint8Array(text.length),
      scratch: null,
      at: 0,
      length: 0,
      moved: 0,
      nextEscape: text.indexOf(BACKSLASH),
    }
    writeValue(w)
    return w.out.subarray(0, w.length)
  } catch (error) {
    if (error instanceof NotPlain) return null
    throw error
  }
}

interface Member {
  readonly name: string
  /** Where its name and value were written. */
  readonly start: number
  readonly end: number
}

/** A text that is read, and what is written of it. */
interface Writer {
  readonly text: Uint8Array
  readonly out: Uint8Array
  /** For all objects of the text that are put in order: one of its own for each would be thrown away at once. */
  scratch: Uint8Array | null
  /** In the text. */
  at: number
  /** Of what was written. */
  length: number
  /** Bytes that were put in order. */
  moved: number
  nextEscape: number
}

function skipSpace(w: Writer): void {
  while (isSpace(w.text[w.at])) w.at += 1
}

function put(w: Writer, byte: number): void {
  w.out[w.length] = byte
  w.length += 1
}

function copy(w: Writer, end: number): void {
  if (end - w.at < 16) {
    while (w.at < end) put(w, w.text[w.at++] ?? 0)
    return
  }
  w.out.set(w.text.subarray(w.at, end), w.length)
  w.length += end - w.at
  w.at = end
}

function writeString(w: Writer): void {
  const end = stringEnd(w.text, w.at)
  while (w.nextEscape >= 0 && w.nextEscape < end) {
    if (keptEscapes[w.text[w.nextEscape + 1] ?? 0] !== 1) throw new NotPlain()
    w.nextEscape = w.text.indexOf(BACKSLASH, w.nextEscape + 2)
  }
  copy(w, end)
}

function writeNumber(w: Writer): void {
  let end = w.at
  if (w.text[end] === MINUS) end += 1
  const first = end
  while (isDigit(w.text[end])) end += 1
  const digits = end - first
  const isZero = w.text[first] === ZERO
  const isOther = w.text[end] === 0x2e || w.text[end] === 0x65 || w.text[end] === 0x45
  if (digits === 0 || digits > mostDigits || isOther || (isZero && first > w.at)) {
    throw new NotPlain()
  }
  copy(w, end)
}

function writeList(w: Writer): void {
  w.at += 1
  put(w, OPEN_BRACKET)
  for (skipSpace(w); w.text[w.at] !== CLOSE_BRACKET; skipSpace(w)) {
    if (w.text[w.at] === COMMA) {
      w.at += 1
      put(w, COMMA)
    }
    writeValue(w)
  }
  w.at += 1
  put(w, CLOSE_BRACKET)
}

function writeMember(w: Writer): Member {
  skipSpace(w)
  const start = w.length
  const from = w.at + 1
  writeString(w)
  const name = plainName(w.text.subarray(from, w.at - 1))
  skipSpace(w)
  w.at += 1
  put(w, COLON)
  writeValue(w)
  return { name, start, end: w.length }
}

function writeObject(w: Writer): void {
  w.at += 1
  put(w, OPEN_BRACE)
  const from = w.length
  const members: Member[] = []
  for (skipSpace(w); w.text[w.at] !== CLOSE_BRACE; skipSpace(w)) {
    if (w.text[w.at] === COMMA) {
      w.at += 1
      put(w, COMMA)
    }
    members.push(writeMember(w))
  }
  w.at += 1
  if (!members.every(({ name }, index) => index === 0 || (members[index - 1]?.name ?? '') < name)) {
    sortMembers(w, members, from)
  }
  put(w, CLOSE_BRACE)
}

/** What was written in the order of the text, in the order of the names. */
function sortMembers(w: Writer, members: readonly Member[], from: number): void {
  w.moved += w.length - from
  if (w.moved > mostMoves * w.text.length + fewBytes) throw new NotPlain()
  const scratch = (w.scratch ??= new Uint8Array(w.text.length))
  scratch.set(w.out.subarray(from, w.length), from)
  w.length = from
  for (const { start, end } of members.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (w.length > from) put(w, COMMA)
    w.out.set(scratch.subarray(start, end), w.length)
    w.length += end - start
  }
}

function writeValue(w: Writer): void {
  skipSpace(w)
  switch (w.text[w.at]) {
    case QUOTE:
      return writeString(w)
    case OPEN_BRACE:
      return writeObject(w)
    case OPEN_BRACKET:
      return writeList(w)
    case 0x74: // true
    case 0x6e: // null
      return copy(w, w.at + 4)
    case 0x66: // false
      return copy(w, w.at + 5)
    default:
      return writeNumber(w)
  }
}

/** Its bytes are ordered as its UTF-16 code units are. */
function plainName(bytes: Uint8Array): string {
  for (const byte of bytes) if (byte >= 0x80 || byte === BACKSLASH) throw new NotPlain()
  if (bytes.length > shortName) return bytesToUtf8(bytes)
  let name = ''
  for (const byte of bytes) name += String.fromCharCode(byte)
  return name
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE
}
