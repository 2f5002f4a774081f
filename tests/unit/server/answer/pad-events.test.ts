import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinBytes } from '#shared/bytes/bytes.ts'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import { removeObfuscation } from '#shared/svc/obfuscation.ts'
import { removeSvcFromTranscript } from '#shared/svc/remove-svc.ts'
import { spliceSvcIntoEvent } from '#shared/svc/splice-svc.ts'
import { createEventPadding } from '../../../../server/gateway/answer/stream/pad-events.ts'

/** Text of one event, in the forms in which servers write them. */
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom('', '","obfuscation":"~abc', '}', '"}', '~', ',"obfuscation":"~x"}', '\u007e"}'),
  fc.integer({ min: 0, max: 30_000 }).map((length) => 'x'.repeat(length)),
)
const chunk = words.map((content) => ({ choices: [{ index: 0, delta: { content } }] }))
const data = fc.oneof(
  chunk.map((value) => JSON.stringify(value)),
  chunk.map((value) => JSON.stringify(value, null, 1).replaceAll('\n', ' ')),
  words.map((obfuscation) => JSON.stringify({ x: { a: 1, obfuscation: `~${obfuscation}` } })),
  fc.constantFrom('{}', '{ }', '[DONE]', '[1,{"a":"b"}]', '"}"', 'null', '{"a":1} ', '{"a":"b" } '),
  fc.constantFrom(
    '',
    '}',
    'x}',
    ' }',
    '{"a":1 }',
    '{"a":1}\n: }',
    '{"a":1}\nid: }',
    '\n\n',
    '{"a":{}}',
  ),
)
const anyEnd = fc.constantFrom('\n', '\r\n', '\r')
const head = fc.constantFrom('', ': a comment}', 'event: chunk', 'id: {"a":"b"}', ':')
const field = fc.constantFrom('data: ', 'data:', 'date: ')
const behind = fc.constantFrom('', 'id: {"a":"b"}')
const eventsThatEnd = (end: fc.Arbitrary<string>) => {
  const event = fc.tuple(head, data, end, field, behind).map(([before, value, eol, name, after]) =>
    Buffer.from(
      [before, `${name}${value}`, after]
        .filter(Boolean)
        .map((line) => line + eol)
        .join('') + eol,
    ),
  )
  const split = end.map((eol) => Buffer.from(`data: {"a":${eol}data: "b"}${eol}${eol}`))
  return fc.array(fc.oneof({ weight: 9, arbitrary: event }, split), { maxLength: 12 })
}
const events = fc.oneof(eventsThatEnd(anyEnd), eventsThatEnd(fc.constant('\n')))

const without = (bytes: Uint8Array) =>
  joinBytes(splitSseEvents(bytes).events.map(removeObfuscation))

test('whatever is added to the events of a stream, taking it out gives the bytes that came', () => {
  fc.assert(
    fc.property(events, (each) => {
      const came = Buffer.concat(each)
      const left = createEventPadding().all(came)
      expect(Buffer.from(without(left)).equals(came)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

/** The same with one letter in the place of those that are drawn. */
const masked = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/(?<=,"obfuscation":"~)[A-Za-z0-9]+(?="\})/g, (drawn) => 'x'.repeat(drawn.length))

test('events that come together leave as they do one by one, each of which is read as a whole', () => {
  fc.assert(
    fc.property(
      events,
      fc.constantFrom('', '\n', 'data: {"a":1}', 'data: {"a":1}\n'),
      (each, rest) => {
        const came = Buffer.concat([...each, Buffer.from(rest)])
        const alone = createEventPadding()
        const split = splitSseEvents(came)
        const expected = [...split.events, split.rest].map((event) => masked(alone.all(event)))
        const left = masked(createEventPadding().all(came))
        expect(left === expected.join('')).toBe(true)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('with svc in one of them, too', () => {
  const svcText = JSON.stringify({ receipt: { x: 'y'.repeat(600) }, note: ',"obfuscation":"~a"}' })
  fc.assert(
    fc.property(events, chunk, (before, last) => {
      const padding = createEventPadding()
      const final = Buffer.from(`data: ${JSON.stringify(last)}\n\n`)
      const signed = spliceSvcIntoEvent(padding.all(final), svcText)
      const left = joinBytes([padding.all(Buffer.concat(before)), padding.all(signed)])
      const removed = removeSvcFromTranscript(left)
      expect(removed.svcText).toBe(svcText)
      expect(Buffer.from(removed.bytes).equals(Buffer.concat([...before, final]))).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('the events of one stream have one of four lengths, and the short ones all the same', () => {
  fc.assert(
    fc.property(fc.array(chunk, { minLength: 1, maxLength: 40 }), (chunks) => {
      const padding = createEventPadding()
      const left = chunks.map((each) =>
        padding.all(Buffer.from(`data: ${JSON.stringify(each)}\n\n`)),
      )
      expect(new Set(left.map(({ length }) => length)).size).toBeLessThanOrEqual(4)
    }),
  )
  const padding = createEventPadding()
  const lengths = ['', 'a', 'word', 'Donaudampfschifffahrtsgesellschaft', '😀'].map(
    (content) =>
      padding.all(Buffer.from(`data: {"choices":[{"delta":{"content":"${content}"}}]}\n\n`)).length,
  )
  expect(new Set(lengths)).toEqual(new Set([512]))
})

test('it is one more member for everybody who reads the stream, and never the same text', () => {
  const padding = createEventPadding()
  const read = () => {
    const left = Buffer.from(padding.all(Buffer.from('data: {"choices":[]}\n\n'))).toString()
    return JSON.parse(left.slice('data: '.length)) as { obfuscation: string }
  }
  const [one, two] = [read(), read()]
  expect(one).toMatchObject({ choices: [], obfuscation: expect.stringMatching(/^~\w+$/) as string })
  expect(one.obfuscation).not.toBe(two.obfuscation)
})

test('what only looks like an added member is left where it stands', () => {
  for (const text of [
    'data: {"obfuscation":"~x"}\n\n',
    'data: {"a":{"b":1,"obfuscation":"~x"}}\n\n',
    'data: {"a":1,"obfuscation":"x"}\n\n',
    'data: {"a":1,"obfuscation":"~x","b":1}\n\n',
    'data: {"a":1,"obfuscation":"~x y"}\n\n',
    'data: {"a":1,"obfuscation": "~x"}\n\n',
    'data: {"a":",\\"obfuscation\\":\\"~x"}\n\n',
  ]) {
    expect(Buffer.from(removeObfuscation(Buffer.from(text))).toString()).toBe(text)
  }
})
