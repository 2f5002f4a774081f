import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { eventData } from '#shared/sse/read-event.ts'
import { SseSplitter } from '#shared/sse/sse-splitter.ts'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import vectors from '../../vectors/sse.whatwg.json' with { type: 'json' }

test.each(vectors.cases)('$stream', ({ stream, events, rest }) => {
  const split = splitSseEvents(Buffer.from(stream))
  expect(split.events.map((event) => eventData(event))).toEqual(events)
  expect(Buffer.from(split.rest).toString()).toBe(rest)
})

test('however a stream is cut, its events are the same, and no byte is lost', () => {
  const piece = fc.constantFrom('data: a', 'data:é😀', ': c', '\n', '\r\n', '\r', '\n\n', 'x', '{}')
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.integer({ min: 1, max: 5 })), (pieces, sizes) => {
      const whole = Buffer.from(`${pieces.join('')}\n\nend`)
      const expected = splitSseEvents(whole)
      const splitter = new SseSplitter(1024)
      const events: Uint8Array[] = []
      let from = 0
      for (const size of [...sizes, whole.length]) {
        events.push(...splitter.events(whole.subarray(from, from + size)))
        from += size
      }
      const { events: last, rest } = splitter.end()
      events.push(...last)
      expect(events.map(toText)).toEqual(expected.events.map(toText))
      expect(Buffer.concat([...events, rest])).toEqual(whole)
    }),
  )
})

test.each(vectors.refused)('$stream is refused: $why', ({ stream }) => {
  const [event] = splitSseEvents(Buffer.from(stream)).events
  expect(() => eventData(event ?? Buffer.alloc(0))).toThrow(
    expect.objectContaining({ code: 'SSE_MALFORMED' }) as Error,
  )
})

test('however a stream is cut, an event over the limit ends it, and those before it are given', () => {
  const whole = Buffer.from(`data: a\n\n${'x'.repeat(40)}\n\ndata: b\n\n`)
  for (let size = 1; size <= whole.length; size += 1) {
    const splitter = new SseSplitter(32)
    const events: string[] = []
    expect(() => {
      for (let from = 0; from < whole.length; from += size) {
        for (const event of splitter.events(whole.subarray(from, from + size))) {
          events.push(toText(event))
        }
      }
    }).toThrow(expect.objectContaining({ code: 'SSE_TOO_LONG' }) as Error)
    expect(events).toEqual(['data: a\n\n'])
  }
})

test('a long line in small pieces is copied a few times, and never held twice over its limit', () => {
  const total = 1024 * 1024
  const piece = Buffer.alloc(64, 'x')
  let copied = 0
  const set = vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(function (
    this: Uint8Array,
    source: ArrayLike<number>,
    at = 0,
  ) {
    copied += source.length
    if (source.length > 0) this.fill(source[0] ?? 0, at, at + source.length)
  })
  try {
    const splitter = new SseSplitter(total)
    for (let sent = 0; sent < total; sent += piece.length) {
      expect(splitter.events(piece).next().done).toBe(true)
    }
    expect(splitter.end().rest.length).toBe(total)
  } finally {
    set.mockRestore()
  }
  expect(copied).toBeLessThan(4 * total)
})

function toText(event: Uint8Array): string {
  return Buffer.from(event).toString('latin1')
}

test('data that is not UTF-8 is refused', () => {
  expect(() => eventData(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a]))).toThrow(
    expect.objectContaining({ code: 'SSE_MALFORMED' }) as Error,
  )
})
