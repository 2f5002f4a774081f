import { SseSplitter, type SseSplit } from './sse-splitter.ts'

/** Splits a whole stream at blank lines; how long it may be is its reader's to say. */
export function splitSseEvents(stream: Uint8Array): SseSplit {
  const splitter = new SseSplitter(Number.POSITIVE_INFINITY)
  const events = [...splitter.events(stream)]
  const { events: last, rest } = splitter.end()
  return { events: [...events, ...last], rest }
}
