import { utf8ToBytes } from '../bytes/bytes.ts'
import { passedOn, readRefusal } from '../exchange/relay-client.ts'
import { eventData } from '../sse/read-event.ts'
import { splitSseEvents } from '../sse/split-sse-events.ts'
import { toCountersignError } from './settle-refusal.ts'
import type { CountersignError } from './countersign-error.ts'

/** The error that a stream ends in, where it was refused on its way; null where it has none that can be read. */
export function refusalIn(stream: Uint8Array): CountersignError | null {
  for (const event of splitSseEvents(stream).events) {
    try {
      const data = utf8ToBytes(eventData(event) ?? '')
      if (readRefusal(data) !== null) return toCountersignError(passedOn(502, data))
    } catch {
      // The tail may begin in the middle of an event, and of a character.
    }
  }
  return null
}
