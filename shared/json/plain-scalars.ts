import type { Json } from '../canonical-json.ts'
import { notPlain, take, type PlainReading } from './plain-reading.ts'

const QUOTE = 0x22
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c

const leastLongText = 1024
const longText = 'x'.repeat(leastLongText)
/** Longest text of the outline that is what was written. */
const shortText = 64
/** Whole numbers of so many digits are written alike by everybody. */
const mostDigits = 15
/** Longest number that is read here. */
const longestNumber = 24

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}

/** Escapes that RFC 8785 writes, too: `\"`, `\\`, and the short ones of control characters. */
const keptEscapes = tableOf('"\\bfnrt')
const numberBytes = tableOf('+-.0123456789eE')
/** Within strings, what stands for itself; of UTF-8 that is known to be valid. */
const plain = new Uint8Array(256).fill(1, 0x20)
plain[QUOTE] = 0
plain[BACKSLASH] = 0

/** A text of an outline (`PlainObject`). */
export function readPlainText(r: PlainReading): string {
  const start = r.at
  const isPlain = passString(r)
  take(r, start, r.at)
  const end = r.at - 1
  const text = isPlain && end - start <= shortText ? asciiText(r.text, start + 1, end) : null
  if (text !== null) return text
  r.longTexts += 1
  return longText + r.longTexts
}

/** @returns whether there is no escape in it */
function passString(r: PlainReading): boolean {
  const { text, words } = r
  let at = r.at + 1
  let isPlain = true
  for (;;) {
    while (plain[text[at] ?? 0] === 1) {
      at += 1
      if (at % 4 === 0) at = 4 * plainWords(words, at / 4)
    }
    const byte = text[at]
    if (byte === QUOTE) break
    if (byte !== BACKSLASH || keptEscapes[text[at + 1] ?? 0] !== 1) throw notPlain
    isPlain = false
    at += 2
  }
  r.at = at + 1
  return isPlain
}

/** A view over whole words, the last of which may lack. */
export function fourByteWords({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return byteOffset % 4 === 0
    ? new Int32Array(buffer, byteOffset, Math.floor(length / 4))
    : new Int32Array(0)
}

/**
 * The first word from here on with a byte that is a quote, a backslash, or below a space; or one before it. A byte
 * of a word is zero where the lowest borrow of subtracting one of each shows (Mycroft's test): what it takes for
 * one, behind one, does not matter.
 */
function plainWords(words: Int32Array, from: number): number {
  let at = from
  for (; at < words.length; at++) {
    const word = words[at] ?? 0
    const quote = word ^ 0x22222222
    const backslash = word ^ 0x5c5c5c5c
    const found =
      ((quote - 0x01010101) & ~quote) |
      ((backslash - 0x01010101) & ~backslash) |
      ((word - 0x20202020) & ~word)
    if ((found & 0x80808080) !== 0) break
  }
  return at
}

/** Its bytes are ordered as its UTF-16 code units are. */
export function readName(r: PlainReading): string {
  const start = r.at
  if (r.text[start] !== QUOTE || !passString(r)) throw notPlain
  const name = asciiText(r.text, start + 1, r.at - 1)
  if (name === null || name === '__proto__') throw notPlain
  return name
}

/** Each byte is an argument of one call. */
const mostArguments = 4096

/** Null for what has more than ASCII in it. */
function asciiText(bytes: Uint8Array, start: number, end: number): string | null {
  if (end - start > mostArguments) return null
  for (let at = start; at < end; at++) if ((bytes[at] ?? 0) >= 0x80) return null
  return Reflect.apply(String.fromCharCode, null, bytes.subarray(start, end)) as string
}

export function readNumber(r: PlainReading): number {
  const { text } = r
  const start = r.at
  let end = start
  while (isDigit(text[end])) end += 1
  const isWhole = numberBytes[text[end] ?? 0] === 0 && (text[start] !== ZERO || end - start === 1)
  if (isWhole && end > start && end - start <= mostDigits) {
    let value = 0
    for (let at = start; at < end; at++) value = value * 10 + ((text[at] ?? ZERO) - ZERO)
    r.at = end
    take(r, start, end)
    return value
  }
  return readOtherNumber(r)
}

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function readOtherNumber(r: PlainReading): number {
  const { text } = r
  const start = r.at
  let end = start
  while (numberBytes[text[end] ?? 0] === 1) end += 1
  if (end === start || end - start > longestNumber) throw notPlain
  const written = asciiText(text, start, end) ?? ''
  const value = Number(written)
  if (!numberPattern.test(written) || !Number.isFinite(value)) throw notPlain
  if (String(value) !== written) r.isCanonical = false
  r.at = end
  take(r, start, end)
  return value
}

export function readWord<Word extends Json>(r: PlainReading, written: string, value: Word): Word {
  const start = r.at
  for (let at = 0; at < written.length; at++) {
    if (r.text[start + at] !== written.charCodeAt(at)) throw notPlain
  }
  r.at = start + written.length
  take(r, start, r.at)
  return value
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE
}
