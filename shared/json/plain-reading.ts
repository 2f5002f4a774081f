/** It may be JSON all the same: the strict reader says. */
class NotPlain extends Error {}
export const notPlain = new NotPlain('the text is not plain')

/** A text that is read plainly, as far as it was read. */
export interface PlainReading {
  readonly text: Uint8Array
  /** The same, four bytes each; none where it does not begin at such a place of its buffer. */
  readonly words: Int32Array
  at: number
  /** Of all that was read, each object's members in the order of their names. */
  readonly pieces: number[]
  /** Pieces before this one are not prolonged. */
  closed: number
  values: number
  readonly mostValues: number
  depth: number
  readonly mostDepth: number
  longTexts: number
  moved: number
  isCanonical: boolean
}

const COMMA = 0x2c
const CLOSE_BRACE = 0x7d

const spaces = new Uint8Array(256)
for (const character of ' \n\r\t') spaces[character.charCodeAt(0)] = 1

/** An object or a list begins. */
export function goDeeper(r: PlainReading): void {
  r.depth += 1
  if (r.depth > r.mostDepth) throw notPlain
}

/** A member or an item begins. */
export function countOne(r: PlainReading): void {
  r.values += 1
  if (r.values > r.mostValues) throw notPlain
}

export function skipSpace(r: PlainReading): void {
  while (spaces[r.text[r.at] ?? 0] === 1) r.at += 1
}

/** Whether the object that was opened has a member. */
export function beginsMember(r: PlainReading): boolean {
  skipSpace(r)
  if (r.text[r.at] !== CLOSE_BRACE) return true
  takeOne(r, CLOSE_BRACE)
  return false
}

/** Whether another member or item follows; else the object or list is closed. */
export function isFollowed(r: PlainReading, close: number): boolean {
  skipSpace(r)
  const isComma = r.text[r.at] === COMMA
  takeOne(r, isComma ? COMMA : close)
  return isComma
}

export function takeOne(r: PlainReading, byte: number): void {
  if (r.text[r.at] !== byte) throw notPlain
  take(r, r.at, r.at + 1)
  r.at += 1
}

/** Adds what stands there to the pieces. */
export function take(r: PlainReading, start: number, end: number): void {
  const { pieces } = r
  const last = pieces.length - 1
  if (last > r.closed && pieces[last] === start) pieces[last] = end
  else pieces.push(start, end)
}
