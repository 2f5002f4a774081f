import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventData } from '#shared/sse/event-data.ts'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import vectors from '../../vectors/sse.whatwg.json' with { type: 'json' }

const none = new Uint8Array(0)

test.each(vectors.cases)('$stream', ({ stream, events, rest }) => {
  const split = splitSseEvents(none, Buffer.from(stream))
  expect(split.events.map((event) => eventData(event))).toEqual(events)
  expect(Buffer.from(split.rest).toString()).toBe(rest)
})

test('however a stream is cut, its events are the same, and no byte is lost', () => {
  const piece = fc.constantFrom('data: a', 'data:é😀', ': c', '\n', '\r\n', '\r', '\n\n', 'x', '{}')
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.integer({ min: 1, max: 5 })), (pieces, sizes) => {
      const whole = Buffer.from(`${pieces.join('')}\n\nend`)
      const expected = splitSseEvents(none, whole)
      let rest: Uint8Array = none
      const events: Uint8Array[] = []
      let from = 0
      for (const size of [...sizes, whole.length]) {
        const split = splitSseEvents(rest, whole.subarray(from, from + size))
        events.push(...split.events)
        rest = split.rest
        from += size
      }
      expect(events.map(toText)).toEqual(expected.events.map(toText))
      expect(Buffer.concat([...events, rest])).toEqual(whole)
    }),
  )
})

function toText(event: Uint8Array): string {
  return Buffer.from(event).toString('latin1')
}

test('data that is not UTF-8 is refused', () => {
  expect(() => eventData(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a]))).toThrow(
    expect.objectContaining({ code: 'SSE_MALFORMED' }) as Error,
  )
})
