import { randomBytes } from 'node:crypto'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import { eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import { leastObfuscation, obfuscationStart } from '#shared/svc/obfuscation.ts'

/** Makes the events of one stream as long as one of at most four classes. */
export interface EventPadding {
  /** Of whole events, and what stands between them; what is padded already is left as it is. */
  all(bytes: Uint8Array): Uint8Array
}

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const OPEN = 0x7b
const CLOSE = 0x7d

/** The shortest class is a multiple of this, with room for words longer than those of the first event. */
const step = 512
const room = 160
/** Each class is so many times the one before; the longest is what readers take at most. */
const growth = 8
const longest = eventLimitBytes - 64

const begin = Buffer.from(obfuscationStart)
const svc = Buffer.from('"svc":{')
const field = Buffer.from('data:')
const blankLine = Buffer.from('\n\n')
const letters = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')
const poolLength = 256 * 1024
/** Drawn once: lengths are what is hidden, and nobody gains by guessing the letters. */
const pool = randomBytes(poolLength)
for (let at = 0; at < poolLength; at++) pool[at] = letters[(pool[at] ?? 0) % letters.length] ?? 0
let poolAt = 0

/** Events, one after the other, and what is to be added to them. */
interface Pieces {
  readonly bytes: Buffer
  /** Just behind each of them. */
  readonly ends: readonly number[]
  /** Just behind the last brace of each one's data; -1 where nothing is added. */
  readonly dataEnds: readonly number[]
}

export function createEventPadding(): EventPadding {
  let base = 0

  /** Bytes to add, all in all; 0 where nothing is. */
  function paddingFor(length: number): number {
    if (base === 0) base = step * Math.ceil((length + leastObfuscation + room) / step)
    const least = length + leastObfuscation
    for (let size = base; ; size *= growth) {
      const limit = Math.min(size, longest)
      if (least <= limit) return limit - length
      if (limit === longest) return 0
    }
  }

  /** All of it in one allocation, however many events there are. */
  function padded({ bytes, ends, dataEnds }: Pieces): Uint8Array {
    const added = ends.map((end, index) =>
      (dataEnds[index] ?? none) === none ? 0 : paddingFor(end - (ends[index - 1] ?? 0)),
    )
    const length = added.reduce((sum, more) => sum + more, bytes.length)
    if (length === bytes.length) return bytes
    const out = randomLetters(length)
    let start = 0
    let at = 0
    for (let index = 0; index < ends.length; index++) {
      const end = ends[index] ?? 0
      const more = added[index] ?? 0
      const brace = more === 0 ? end : (dataEnds[index] ?? 0) - 1
      bytes.copy(out, at, start, brace)
      at += brace - start
      if (more > 0) {
        for (let each = 0; each < begin.length; each++) out[at + each] = begin[each] ?? 0
        at += more
        out[at - 1] = QUOTE
        for (let each = brace; each < end; each++) out[at++] = bytes[each] ?? 0
      }
      start = end
    }
    return out
  }

  return { all: (bytes) => padded(piecesOf(asBuffer(bytes))) }
}

/** So many, which are written over where something else stands. */
function randomLetters(length: number): Buffer {
  const out = Buffer.allocUnsafe(length)
  for (let at = 0; at < length;) {
    if (poolAt === poolLength) poolAt = 0
    const copied = pool.copy(out, at, poolAt, Math.min(poolLength, poolAt + length - at))
    at += copied
    poolAt += copied
  }
  return out
}

function piecesOf(bytes: Buffer): Pieces {
  return bytes.includes(CR) ? anyPieces(bytes) : plainPieces(bytes)
}

/** Events that end in two line feeds, as nearly all do; and nearly all of those are one line of data. */
function plainPieces(bytes: Buffer): Pieces {
  const ends: number[] = []
  const dataEnds: number[] = []
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf(LF, at)
    const isOneLine = lineEnd >= 0 && bytes[lineEnd + 1] === LF
    const blank = isOneLine ? lineEnd : bytes.indexOf(blankLine, at)
    const end = blank < 0 ? bytes.length : blank + 2
    const isUsual = isOneLine && isUsualLine(bytes, at, lineEnd)
    dataEnds.push(isUsual ? lineEnd : dataEnd(bytes, at, end))
    ends.push(end)
    at = end
  }
  return { bytes, ends, dataEnds }
}

function anyPieces(bytes: Buffer): Pieces {
  const { events, rest } = splitSseEvents(bytes)
  const ends: number[] = []
  const dataEnds: number[] = []
  let at = 0
  for (const { length } of rest.length > 0 ? [...events, rest] : events) {
    ends.push(at + length)
    dataEnds.push(dataEnd(bytes, at, at + length))
    at += length
  }
  return { bytes, ends, dataEnds }
}

/** Whether a line is data of an object that ends in its last byte, without a look at more than a few of them. */
function isUsualLine(bytes: Buffer, start: number, end: number): boolean {
  const length = end - start
  const isUsual = length >= shortestUsual && length <= longestUsual
  return isUsual && bytes[end - 1] === CLOSE && isMember(bytes[end - 2]) && isField(bytes, start)
}

const shortestUsual = 'data:1}'.length
/** Most bytes of an event that is padded; a longer event is only checked for earlier padding. */
const longestUsual = step - 2
const none = -1

/** Whether it can be the last byte of a member. */
function isMember(byte: number | undefined): boolean {
  return byte !== OPEN && byte !== SPACE
}

function isField(bytes: Buffer, at: number): boolean {
  for (let each = 0; each < field.length; each++) if (bytes[at + each] !== field[each]) return false
  return true
}

/**
 * Where the data of an event ends that is an object with something in it, just behind its brace; -1 for any other, for
 * one that has not ended, and for one that was padded already.
 */
function dataEnd(bytes: Buffer, start: number, behind: number): number {
  const event = bytes.subarray(start, behind)
  // Only events with `svc` come twice, and those are long. Behind `svc` nothing is added, whatever was before it.
  if (event.length > step && (event.includes(begin) || event.includes(svc))) return none
  let end = event.length
  if (!isLineEnd(event[end - 1])) return none
  while (isLineEnd(event[end - 1]) || event[end - 1] === SPACE) end -= 1
  if (event[end - 1] !== CLOSE) return none
  const line = 1 + Math.max(event.lastIndexOf(LF, end - 1), event.lastIndexOf(CR, end - 1))
  if (!isField(event, line)) return none
  let before = end - 2
  while (event[before] === SPACE) before -= 1
  // An object without members would take its first one without a comma.
  return event[before] === OPEN || before < line + field.length ? none : start + end
}

function asBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR
}
