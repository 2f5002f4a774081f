import { joinBytes, parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import type { CheckId } from '../claims.ts'
import { passedOn, readRefusal } from '../exchange/relay-client.ts'
import { eventData } from '../sse/read-event.ts'
import { splitSseEvents } from '../sse/split-sse-events.ts'
import { toCountersignError } from './settle-refusal.ts'
import type { CountersignError } from './countersign-error.ts'

/** What a gateway writes when it breaks off fits in here many times. */
const tailBytes = 64 * 1024

/** The same pieces; the last of them are kept, to read in them why a gateway broke off. */
export async function* keepingTail(
  body: AsyncIterable<Uint8Array>,
  tail: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    const kept = joinBytes([...tail, piece])
    tail.splice(0, tail.length, kept.slice(-tailBytes))
    yield piece
  }
}

/** The error that a stream ends in, where it was refused on its way; null where it has none that can be read. */
export function refusalIn(stream: Uint8Array): CountersignError | null {
  for (const event of splitSseEvents(stream).events) {
    try {
      const data = utf8ToBytes(eventData(event, parseUtf8) ?? '')
      if (readRefusal(data) !== null) return toCountersignError(passedOn(502, data))
    } catch {
      // The tail may begin in the middle of an event, and of a character.
    }
  }
  return null
}

/** Checks that the gateway says did not hold: its word, which nobody needs to believe to refuse. */
export function checksIn(tail: readonly Uint8Array[]): readonly CheckId[] {
  return refusalIn(joinBytes(tail))?.checks ?? []
}
