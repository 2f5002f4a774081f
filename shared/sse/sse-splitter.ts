import { FormatError } from '../errors.ts'
import * as streamProblems from '../words/english/formats/stream-problems.ts'

/** Longest single event of an answer in clear that is held, 1 MiB. */
export const eventLimitBytes = 1024 * 1024

export interface SseSplit {
  /** Whole events with their terminating blank line, byte for byte as received. */
  readonly events: readonly Uint8Array[]
  /** Bytes of an event that has not ended. */
  readonly rest: Uint8Array
}

export interface SseSplitter {
  /**
   * Each event that has ended with these bytes, with its terminating blank line, byte for byte as received. To be taken
   * to its end.
   * @throws {FormatError} SSE_TOO_LONG, behind the events before that one
   */
  events(chunk: Uint8Array): Generator<Uint8Array, void, undefined>
  /** Nothing more comes. */
  end(): SseSplit
}

const LF = 0x0a
const CR = 0x0d

/**
 * Splits a stream at blank lines. Lines end in `\n`, `\r` or `\r\n` (WHATWG HTML section 9.2.5). A byte is looked
 * at once, however small the pieces are in which it comes.
 */
export function createSseSplitter(limitBytes: number): SseSplitter {
  const held = createByteStore()
  let isHolding = false
  let isLineEmpty = true
  /** A `\r` was the last byte: its line is over, and a `\n` that comes next is part of its end. */
  let isAfterReturn = false

  function hold(bytes: Uint8Array): void {
    if (held.length + bytes.length > limitBytes) throw tooLong(limitBytes)
    held.add(bytes)
    isHolding = true
  }

  function ended(bytes: Uint8Array): Uint8Array {
    if (!isHolding && bytes.length <= limitBytes) return bytes
    hold(bytes)
    isHolding = false
    return held.take()
  }

  /** A line is over. @returns whether it was blank, which ends an event */
  function endsEvent(): boolean {
    const isBlank = isLineEmpty
    isLineEmpty = true
    return isBlank
  }

  return {
    *events(chunk) {
      if (chunk.length === 0) return
      let from = 0
      let at = 0
      if (isAfterReturn) {
        isAfterReturn = false
        at = chunk[0] === LF ? 1 : 0
        if (endsEvent()) {
          from = at
          yield ended(chunk.subarray(0, at))
        }
      }
      while (at < chunk.length) {
        const byte = chunk[at]
        if (byte !== LF && byte !== CR) {
          isLineEmpty = false
          at += 1
          continue
        }
        if (byte === CR && at + 1 === chunk.length) {
          isAfterReturn = true
          break
        }
        at += byte === CR && chunk[at + 1] === LF ? 2 : 1
        if (!endsEvent()) continue
        const bytes = chunk.subarray(from, at)
        from = at
        yield ended(bytes)
      }
      if (from < chunk.length) hold(chunk.subarray(from))
    },
    end() {
      const events = isAfterReturn && isLineEmpty ? [held.take()] : []
      return { events, rest: held.take() }
    },
  }
}

function tooLong(limitBytes: number): FormatError {
  return new FormatError('SSE_TOO_LONG', streamProblems.tooLong(limitBytes))
}

/** Bytes that come in pieces of any size and are held together: no more than twice their length in memory. */
export interface ByteStore {
  readonly length: number
  add(bytes: Uint8Array): void
  /** All of them as one, and none is left. */
  take(): Uint8Array
}

const smallest = 1024

/** Each byte is copied a few times at most, however small the pieces are. */
export function createByteStore(): ByteStore {
  let buffer = new Uint8Array(0)
  let length = 0
  return {
    get length() {
      return length
    },
    add(bytes) {
      const needed = length + bytes.length
      if (needed > buffer.length) {
        const larger = new Uint8Array(Math.max(needed, 2 * buffer.length, smallest))
        larger.set(buffer.subarray(0, length))
        buffer = larger
      }
      buffer.set(bytes, length)
      length = needed
    },
    take() {
      const bytes = buffer.subarray(0, length)
      buffer = new Uint8Array(0)
      length = 0
      return bytes
    },
  }
}
