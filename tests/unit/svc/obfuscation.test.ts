import { expect, test } from 'vitest'
import { parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import { removeSvcFromEvent } from '#shared/svc/remove-svc.ts'
import vectors from '../../vectors/obfuscation.countersign.json' with { type: 'json' }

const without = (event: Uint8Array) => removeSvcFromEvent(event).bytes

test.each(vectors.events)('$name', ({ sent, upstream }) => {
  expect(parseUtf8(without(utf8ToBytes(sent)))).toBe(upstream)
})

test('what was taken out once has nothing more to take out', () => {
  for (const { upstream } of vectors.events) {
    expect(parseUtf8(without(utf8ToBytes(upstream)))).toBe(upstream)
  }
})

test('a whole stream is its upstream’s again, and its padded events have few lengths', () => {
  const { sent, upstream } = vectors.stream
  const { events } = splitSseEvents(utf8ToBytes(sent))
  expect(events.map((event) => parseUtf8(without(event))).join('')).toBe(upstream)
  const lengths = events.flatMap((event) =>
    parseUtf8(event).includes('"obfuscation":"~') && !parseUtf8(event).includes('"svc"')
      ? [event.length]
      : [],
  )
  expect(lengths.length).toBeGreaterThan(2)
  expect(new Set(lengths).size).toBe(1)
})
