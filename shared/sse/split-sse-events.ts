import { createSseSplitter } from './sse-splitter.ts'

export interface SseSplit {
  /** Whole events with their terminating blank line, byte for byte as received. */
  readonly events: readonly Uint8Array[]
  /** Bytes of an event that has not ended. */
  readonly rest: Uint8Array
}

/** Splits a whole stream at blank lines; how long it may be is its reader's to say. */
export function splitSseEvents(stream: Uint8Array): SseSplit {
  const splitter = createSseSplitter(Number.POSITIVE_INFINITY)
  const events: Uint8Array[] = []
  const take = (event: Uint8Array) => void events.push(event)
  splitter.push(stream, take)
  return { rest: splitter.end(take), events }
}
