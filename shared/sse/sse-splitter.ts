import { FormatError } from '../errors.ts'
import * as streamProblems from '../words/english/formats/stream-problems.ts'
import { ByteStore } from './byte-store.ts'

/** Longest single event of an answer in clear that is held, 1 MiB. */
export const eventLimitBytes = 1024 * 1024

export interface SseSplit {
  /** Whole events with their terminating blank line, byte for byte as received. */
  readonly events: readonly Uint8Array[]
  /** Bytes of an event that has not ended. */
  readonly rest: Uint8Array
}

const LF = 0x0a
const CR = 0x0d

/**
 * Splits a stream at blank lines. Lines end in `\n`, `\r` or `\r\n` (WHATWG HTML section 9.2.5). A byte is looked
 * at once, however small the pieces are in which it comes.
 */
export class SseSplitter {
  readonly #limitBytes: number
  readonly #held = new ByteStore()
  #isHolding = false
  #isLineEmpty = true
  /** A `\r` was the last byte: its line is over, and a `\n` that comes next is part of its end. */
  #isAfterReturn = false

  /** @param limitBytes longest single event */
  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  /**
   * Each event that has ended with these bytes, with its terminating blank line, byte for byte as received. To be taken
   * to its end.
   * @throws {FormatError} SSE_TOO_LONG, behind the events before that one
   */
  *events(chunk: Uint8Array): Generator<Uint8Array, void, undefined> {
    if (chunk.length === 0) return
    let from = 0
    let at = 0
    if (this.#isAfterReturn) {
      this.#isAfterReturn = false
      at = chunk[0] === LF ? 1 : 0
      if (this.#endsEvent()) {
        from = at
        yield this.#ended(chunk.subarray(0, at))
      }
    }
    while (at < chunk.length) {
      const byte = chunk[at]
      if (byte !== LF && byte !== CR) {
        this.#isLineEmpty = false
        at += 1
        continue
      }
      if (byte === CR && at + 1 === chunk.length) {
        this.#isAfterReturn = true
        break
      }
      at += byte === CR && chunk[at + 1] === LF ? 2 : 1
      if (!this.#endsEvent()) continue
      const bytes = chunk.subarray(from, at)
      from = at
      yield this.#ended(bytes)
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from))
  }

  /** Nothing more comes. */
  end(): SseSplit {
    const events = this.#isAfterReturn && this.#isLineEmpty ? [this.#held.take()] : []
    return { events, rest: this.#held.take() }
  }

  #hold(bytes: Uint8Array): void {
    if (this.#held.length + bytes.length > this.#limitBytes) throw tooLong(this.#limitBytes)
    this.#held.add(bytes)
    this.#isHolding = true
  }

  #ended(bytes: Uint8Array): Uint8Array {
    if (!this.#isHolding && bytes.length <= this.#limitBytes) return bytes
    this.#hold(bytes)
    this.#isHolding = false
    return this.#held.take()
  }

  /** A line is over. @returns whether it was blank, which ends an event */
  #endsEvent(): boolean {
    const isBlank = this.#isLineEmpty
    this.#isLineEmpty = true
    return isBlank
  }
}

function tooLong(limitBytes: number): FormatError {
  return new FormatError('SSE_TOO_LONG', streamProblems.tooLong(limitBytes))
}
