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
 * @returns null for a text with anything else in it: other escapes, other numbers, names beyond ASCII
 */
export function canonicalBytes(text: Uint8Array): Uint8Array | null {
  try {
    return createWriter(text).write()
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

function createWriter(text: Uint8Array) {
  const out = new Uint8Array(text.length)
  let scratch: Uint8Array | null = null
  let at = 0
  let length = 0
  let nextEscape = text.indexOf(BACKSLASH)

  function skipSpace(): void {
    while (isSpace(text[at])) at += 1
  }

  function put(byte: number): void {
    out[length] = byte
    length += 1
  }

  function copy(end: number): void {
    if (end - at < 16) {
      while (at < end) put(text[at++] ?? 0)
      return
    }
    out.set(text.subarray(at, end), length)
    length += end - at
    at = end
  }

  function writeString(): void {
    const end = stringEnd(text, at)
    while (nextEscape >= 0 && nextEscape < end) {
      if (keptEscapes[text[nextEscape + 1] ?? 0] !== 1) throw new NotPlain()
      nextEscape = text.indexOf(BACKSLASH, nextEscape + 2)
    }
    copy(end)
  }

  function writeNumber(): void {
    let end = at
    if (text[end] === MINUS) end += 1
    const first = end
    while (isDigit(text[end])) end += 1
    const digits = end - first
    const isZero = text[first] === ZERO
    const isOther = text[end] === 0x2e || text[end] === 0x65 || text[end] === 0x45
    if (digits === 0 || digits > mostDigits || isOther || (isZero && first > at)) {
      throw new NotPlain()
    }
    copy(end)
  }

  function writeList(): void {
    at += 1
    put(OPEN_BRACKET)
    for (skipSpace(); text[at] !== CLOSE_BRACKET; skipSpace()) {
      if (text[at] === COMMA) {
        at += 1
        put(COMMA)
      }
      writeValue()
    }
    at += 1
    put(CLOSE_BRACKET)
  }

  function writeMember(): Member {
    skipSpace()
    const start = length
    const from = at + 1
    writeString()
    const name = plainName(text.subarray(from, at - 1))
    skipSpace()
    at += 1
    put(COLON)
    writeValue()
    return { name, start, end: length }
  }

  function writeObject(): void {
    at += 1
    put(OPEN_BRACE)
    const from = length
    const members: Member[] = []
    for (skipSpace(); text[at] !== CLOSE_BRACE; skipSpace()) {
      if (text[at] === COMMA) {
        at += 1
        put(COMMA)
      }
      members.push(writeMember())
    }
    at += 1
    if (
      !members.every(({ name }, index) => index === 0 || (members[index - 1]?.name ?? '') < name)
    ) {
      sortMembers(members, from)
    }
    put(CLOSE_BRACE)
  }

  /** What was written in the order of the text, in the order of the names. */
  function sortMembers(members: readonly Member[], from: number): void {
    // One for all objects of the text: each of its own would be thrown away at once.
    scratch ??= new Uint8Array(text.length)
    scratch.set(out.subarray(from, length), from)
    length = from
    for (const { start, end } of members.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (length > from) put(COMMA)
      out.set(scratch.subarray(start, end), length)
      length += end - start
    }
  }

  function writeValue(): void {
    skipSpace()
    switch (text[at]) {
      case QUOTE:
        return writeString()
      case OPEN_BRACE:
        return writeObject()
      case OPEN_BRACKET:
        return writeList()
      case 0x74: // true
      case 0x6e: // null
        return copy(at + 4)
      case 0x66: // false
        return copy(at + 5)
      default:
        return writeNumber()
    }
  }

  return {
    write() {
      writeValue()
      return out.subarray(0, length)
    },
  }
}

/** Its bytes are ordered as its UTF-16 code units are. */
function plainName(bytes: Uint8Array): string {
  let name = ''
  for (const byte of bytes) {
    if (byte >= 0x80 || byte === BACKSLASH) throw new NotPlain()
    name += String.fromCharCode(byte)
  }
  return name
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE
}
