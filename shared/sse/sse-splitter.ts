import { FormatError } from '../errors.ts'
import { createByteStore } from './byte-store.ts'

/** Longest single event of an answer in clear that is held, 1 MiB. */
export const eventLimitBytes = 1024 * 1024

export interface SseSplitter {
  /**
   * Gives each event that has ended to `take`, with its terminating blank line, byte for byte as received.
   * @throws {FormatError} SSE_TOO_LONG, with the events before that one given; what `take` throws
   */
  push(chunk: Uint8Array, take: (event: Uint8Array) => void): void
  /** Whether the next byte is the first of an event. */
  isBetween(): boolean
  /** Nothing more comes. @returns bytes of an event that has not ended */
  end(take: (event: Uint8Array) => void): Uint8Array
}

const LF = 0x0a
const CR = 0x0d

/**
 * Splits a stream at blank lines. Lines end in `\n`, `\r` or `\r\n` (WHATWG HTML section 9.2.5). A byte is looked
 * at once, however small the pieces are in which it comes.
 */
export function createSseSplitter(limitBytes: number): SseSplitter {
  const held = createByteStore()
  let isLineEmpty = true
  /** A `\r` was the last byte: its line is over, and a `\n` that comes next is part of its end. */
  let isAfterReturn = false

  function hold(bytes: Uint8Array): void {
    if (held.length + bytes.length > limitBytes) throw tooLong(limitBytes)
    if (bytes.length > 0) held.add(bytes)
  }

  function ended(bytes: Uint8Array): Uint8Array {
    if (held.length === 0 && bytes.length <= limitBytes) return bytes
    hold(bytes)
    return held.take()
  }

  return {
    push(chunk, take) {
      if (chunk.length === 0) return
      let from = 0
      let at = 0
      const endLine = (next: number) => {
        const isBlank = isLineEmpty
        at = next
        isLineEmpty = true
        if (!isBlank) return
        const bytes = chunk.subarray(from, next)
        from = next
        take(ended(bytes))
      }
      if (isAfterReturn) {
        isAfterReturn = false
        endLine(chunk[0] === LF ? 1 : 0)
      }
      while (at < chunk.length) {
        const byte = chunk[at]
        if (byte !== LF && byte !== CR) {
          isLineEmpty = false
          at += 1
        } else if (byte === CR && at + 1 === chunk.length) {
          isAfterReturn = true
          break
        } else endLine(byte === CR && chunk[at + 1] === LF ? at + 2 : at + 1)
      }
      hold(chunk.subarray(from))
    },
    isBetween: () => held.length === 0 && isLineEmpty && !isAfterReturn,
    end(take) {
      if (isAfterReturn && isLineEmpty) take(held.take())
      return held.take()
    },
  }
}

function tooLong(limitBytes: number): FormatError {
  return new FormatError('SSE_TOO_LONG', `an event is longer than ${limitBytes} bytes`)
}
