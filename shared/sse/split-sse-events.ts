export interface SseSplit {
  /** Whole events with their terminating blank line, byte for byte as received. */
  readonly events: readonly Uint8Array[]
  /** Bytes of an event that has not ended; pass them back with the next chunk. */
  readonly rest: Uint8Array
}

const LF = 0x0a
const CR = 0x0d

/** Splits a chunk at blank lines. Lines end in `\n`, `\r` or `\r\n` (WHATWG HTML section 9.2.5). */
export function splitSseEvents(rest: Uint8Array, chunk: Uint8Array): SseSplit {
  const bytes = rest.length === 0 ? chunk : join(rest, chunk)
  const events: Uint8Array[] = []
  let eventStart = 0
  let lineStart = 0
  let at = nextLineEnd(bytes, 0)
  while (at < bytes.length) {
    const isCarriageReturn = bytes[at] === CR
    if (isCarriageReturn && at + 1 === bytes.length) break // may be the first half of `\r\n`
    const isBlankLine = at === lineStart
    lineStart = isCarriageReturn && bytes[at + 1] === LF ? at + 2 : at + 1
    if (isBlankLine) {
      events.push(bytes.subarray(eventStart, lineStart))
      eventStart = lineStart
    }
    at = nextLineEnd(bytes, lineStart)
  }
  return { events, rest: bytes.subarray(eventStart) }
}

function nextLineEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === LF || bytes[at] === CR) return at
  }
  return bytes.length
}

function join(rest: Uint8Array, chunk: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(rest.length + chunk.length)
  bytes.set(rest)
  bytes.set(chunk, rest.length)
  return bytes
}
