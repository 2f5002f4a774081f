import { randomBytes } from 'node:crypto'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import { eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import { leastObfuscation, obfuscationStart } from '#shared/svc/obfuscation.ts'

/** Makes the events of one stream as long as one of at most four classes. */
export interface EventPadding {
  /** Of one event. */
  one(event: Uint8Array): Uint8Array
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
const field = Buffer.from('data:')
const blankLine = Buffer.from('\n\n')
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const poolLength = 64 * 1024
/** Drawn once: lengths are what is hidden, and nobody gains by guessing the letters. */
const pool = Buffer.from(
  Array.from(randomBytes(poolLength), (byte) => letters.charCodeAt(byte % letters.length)),
)
let poolAt = 0

/** @param isOwn whether the upstream has begun to add such members itself: from there on nothing is added */
export function createEventPadding(isOwn: () => boolean): EventPadding {
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

  /** @param end of the data, just behind its last brace */
  function padded(event: Uint8Array, end: number): Uint8Array {
    const added = paddingFor(event.length)
    if (added === 0) return event
    const bytes = Buffer.allocUnsafe(event.length + added)
    bytes.set(event.subarray(0, end - 1))
    let at = end - 1
    at += begin.copy(bytes, at)
    const last = end - 1 + added - 1
    while (at < last) {
      if (poolAt === poolLength) poolAt = 0
      const copied = pool.copy(bytes, at, poolAt, Math.min(poolLength, poolAt + last - at))
      at += copied
      poolAt += copied
    }
    bytes[at] = QUOTE
    bytes.set(event.subarray(end - 1), at + 1)
    return bytes
  }

  function one(event: Uint8Array): Uint8Array {
    if (isOwn()) return event
    const end = dataEnd(event)
    return end < 0 ? event : padded(event, end)
  }

  return {
    one,
    all(bytes) {
      if (isOwn()) return bytes
      const buffer = asBuffer(bytes)
      const pieces = buffer.includes(CR) ? splitAny(bytes) : splitPlain(buffer)
      const [only] = pieces
      if (pieces.length === 1 && only) return one(only)
      return Buffer.concat(pieces.map(one))
    },
  }
}

/** Events that end in two line feeds, as nearly all do. */
function splitPlain(bytes: Buffer): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(blankLine, at)
    const next = end < 0 ? bytes.length : end + 2
    pieces.push(bytes.subarray(at, next))
    at = next
  }
  return pieces
}

function splitAny(bytes: Uint8Array): readonly Uint8Array[] {
  const { events, rest } = splitSseEvents(bytes)
  return rest.length > 0 ? [...events, rest] : events
}

/**
 * Where the data of an event ends that is an object with something in it, just behind its brace; -1 for any other, for
 * one that has not ended, and for one that was padded already.
 */
function dataEnd(event: Uint8Array): number {
  const buffer = asBuffer(event)
  // Only events with `svc` come twice, and those are long.
  if (event.length > step && buffer.includes(begin)) return -1
  let end = event.length
  if (!isLineEnd(event[end - 1])) return -1
  while (isLineEnd(event[end - 1]) || event[end - 1] === SPACE) end -= 1
  if (event[end - 1] !== CLOSE) return -1
  const line = 1 + Math.max(buffer.lastIndexOf(LF, end - 1), buffer.lastIndexOf(CR, end - 1))
  if (buffer.indexOf(field, line) !== line) return -1
  let before = end - 2
  while (event[before] === SPACE) before -= 1
  // An object without members would take its first one without a comma.
  return event[before] === OPEN || before < line + field.length ? -1 : end
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR
}
