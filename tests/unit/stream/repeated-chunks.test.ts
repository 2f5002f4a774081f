import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChunkReader } from '#shared/commitment/read-chunks.ts'
import { createRepeatedChunks } from '#shared/commitment/repeated-chunks.ts'
import { SseSplitter, eventLimitBytes } from '#shared/sse/sse-splitter.ts'
import { decodeUtf8 } from '../../../server/gateway/common/decode-utf8.ts'
import { hostileStream, type HostileStream } from '../../support/peers/hostile-streams.ts'
import { relayInMemory } from '../../support/requests/relay-in-memory.ts'

const release = fc.constantFrom('every-event' as const, 'until-last' as const, 'none' as const)

/** What stands around a word (`@`), and around another one (`%`): as servers write it, and as nobody should. */
const shape = fc
  .record({
    before: fc.constantFrom(
      ...Array<string>(9).fill(''),
      'event: message\n',
      ': ok\n',
      'id: 1\n',
      '\ufeff',
      'event: x\n',
    ),
    field: fc.constantFrom('data: ', 'data: ', 'data:', 'data:  '),
    delta: fc.constantFrom(
      '"content":"@"',
      '"content": "@"',
      '"role":"assistant","content":"@"',
      '"role":null,"content":"@"',
      '"content":"@","audio":{"transcript":"@"}',
      '"tool_calls":[{"id":"@","function":{"name":"f","arguments":"@"}}]',
      '"content":"@","function_call":{"arguments":"@"}',
      '"content":"","reasoning_content":"@"',
      '"content":null,"reasoning":"@"',
      '"reasoning":"said","content":"@"',
      '"refusal":"@","tool_calls":[]',
      '"content":"@","tool_calls":[{"index":0,"function":{"arguments":"@"}}]',
      '"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"@"}}]',
      '"x":{"content":"@"},"content":"same"',
      '"x":{"content":"%"},"content":"same"',
      '"x":"\\"content\\":\\"@","content":"@"',
    ),
    choice: fc.constantFrom(
      '"index":0,"delta":{#},"finish_reason":null',
      '"delta":{#},"finish_reason":""',
      '"index":0,"delta":{#},"finish_reason":"@"',
      '"index":0,"delta":{#},"logprobs":{"content":[{"token":"@"}]}',
      '"index":0,"delta":{#},"text":"@"',
      '"index":0,"delta":{#},"text":"%"',
      '"index":0,"logprobs":{"content":"@"},"delta":{#}',
      '"index":1,"delta":{#}',
      '"index":0,"delta":{#}},{"index":0,"delta":{"content":"%"}',
      '"index":0,"delta":{#}},{"index":1,"delta":{"content":"%"}',
    ),
    more: fc.constantFrom('', '', ',"usage":null', ',"error":null', ',"id":"@"'),
    end: fc.constantFrom(...Array<string>(9).fill('\n\n'), '\r\n\r\n', '\n\r\n', '\r\r'),
  })
  .map(
    ({ before, field, delta, choice, more, end }) =>
      `${before}${field}{"choices":[{${choice.replace('#', delta)}}]${more}}${end}`,
  )

const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(' token', 'Hello', 'same', 'é😀', '', '\\n\\n', '\\"', '\\u00e9'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\u2028', '\u2028data: x', '\u0085', '\u001cdata:', '\t', '\u007f'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\\', '\\x', '\\ud83d', '"', '\n', '\r', '\ufeff'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('","content":"FORGED', '"}}]}\n\ndata: {"choices":[]}'),
  },
)

/** What stands beside the words: often the same as before, and as some of them. */
const other = fc.constantFrom('same', 'same', 'other')

function filled(form: string, text: string, beside: string): string {
  return form.replaceAll('@', () => text).replaceAll('%', beside)
}

const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'

/** One event over and over with other words, now and then another event, and a byte of it may be spoilt. */
const repeatingStream: fc.Arbitrary<HostileStream> = fc
  .record({
    shapes: fc.array(shape, { minLength: 1, maxLength: 2 }),
    words: fc.array(fc.tuple(word, other, fc.integer({ min: 0, max: 9 })), { maxLength: 12 }),
    spoilt: fc.option(fc.tuple(fc.nat(4000), fc.nat(255)), { freq: 3 }),
    hasFinish: fc.integer({ min: 0, max: 7 }).map((draw) => draw > 0),
    n: fc.constantFrom(1, 1, 2),
    cuts: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 }),
  })
  .map(({ shapes, words, spoilt, hasFinish, n, cuts }) => {
    const events = words.map(([text, beside, draw]) =>
      filled(shapes[draw === 0 ? shapes.length - 1 : 0] ?? '', text, beside),
    )
    const bytes = Buffer.from(events.join('') + (hasFinish ? finish : ''))
    if (spoilt !== null && bytes.length > 0) bytes[spoilt[0] % bytes.length] = spoilt[1]
    return { bytes, n, cuts }
  })

test('a stream is relayed and signed alike whether or not repeated events are parsed', async () => {
  const streams = fc.oneof(hostileStream, repeatingStream, repeatingStream)
  await fc.assert(
    fc.asyncProperty(streams, release, async (stream, when) => {
      expect(await relayInMemory(stream, when)).toEqual(await relayInMemory(stream, when, 'strict'))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['the words once more', '"delta":{"content":"@"},"text":"%"', ['same', 'other']],
  [
    'a name of the words elsewhere',
    '"x":{"content":"%"},"delta":{"content":"@"}',
    ['same', 'same'],
  ],
  [
    'other words of the same choice',
    '"delta":{"content":"@"}},{"delta":{"content":"%"}',
    ['a', 'b'],
  ],
  ['its end', '"delta":{"content":"@"},"finish_reason":"%"', ['', 'stop']],
])('an event that has %s beside its words is read strictly', async (_what, choice, words) => {
  const events = [...words, ...words].map((text, index) => {
    const beside = index === 0 || index > 1 ? (words[0] ?? '') : 'changed'
    return `data: {"choices":[{${filled(choice, text, beside)}}]}\n\n`
  })
  const unchanged = words.map((text) => `data: {"choices":[{${filled(choice, text, 'same')}}]}\n\n`)
  for (const all of [events, unchanged]) {
    const stream = { bytes: Buffer.from(all.join('') + finish), n: 1, cuts: [] }
    // oxlint-disable-next-line no-await-in-loop
    const usual = await relayInMemory(stream, 'every-event')
    // oxlint-disable-next-line no-await-in-loop
    expect(usual).toEqual(await relayInMemory(stream, 'every-event', 'strict'))
  }
})

test('what is taken for a repeated event is read by the strict reader as that text and nothing else', () => {
  let matches = 0
  fc.assert(
    fc.property(shape, word, word, other, (form, first, second, beside) => {
      const before = Buffer.from(filled(form, first, 'same'))
      const event = Buffer.from(filled(form, second, beside))
      const reader = createChunkReader({ asked: 1, decodeUtf8 })
      const repeated = createRepeatedChunks(decodeUtf8)
      try {
        const part = reader.read(before)
        if (part.kind !== 'chunk') return
        repeated.learn(before, part.chunk)
      } catch {
        return
      }
      const match = repeated.run(event, 0)
      if (match === null || match.count === 0) return
      matches += 1
      expect(eventsIn(event)).toEqual([event])
      const part = reader.read(event)
      const [choice] = (part as unknown as Chunk).chunk.choices
      expect(part.kind).toBe('chunk')
      expect(choice?.delta[match.member]).toBe(match.text)
      expect(match.end).toBe(event.length)
    }),
    { numRuns: 2000 },
  )
  expect(matches).toBeGreaterThan(0)
})

interface Chunk {
  readonly chunk: { readonly choices: readonly { readonly delta: Record<string, unknown> }[] }
}

function eventsIn(bytes: Uint8Array): readonly Uint8Array[] {
  return [...new SseSplitter(Number.POSITIVE_INFINITY).events(bytes)]
}

test('a text that only a comment has is never the one that is signed', async () => {
  // Without the line behind it, the comment's text would stand where the answer's does.
  const event = (comment: string) =>
    `data: {"choices":[{"index":0,"delta":{\n: "content":"${comment}"content":"z"},"x":{\n` +
    'data: "content":"a"}}]}\n\n'
  const stream = (...events: string[]) => ({ bytes: Buffer.from(events.join('')), n: 1, cuts: [] })
  const hostile = stream(event('\ndata: '), event('FORGED'), finish)
  const relayed = await relayInMemory(hostile, 'every-event')
  expect(relayed.signed?.content).toBe('za')
  expect(relayed).toEqual(await relayInMemory(hostile, 'every-event', 'strict'))
})

test('an event that is longer than any may be is refused, also when it repeats another', async () => {
  const event = (text: string) => `data: {"choices":[{"delta":{"content":"${text}"}}]}\n\n`
  const around = event('').length
  for (const [length, isWhole] of [
    [eventLimitBytes, true],
    [eventLimitBytes + 1, false],
  ] as const) {
    const long = event('b'.repeat(length - around))
    const bytes = Buffer.from(`${event('a')}${event('a')}${long}${finish}`)
    // oxlint-disable-next-line no-await-in-loop
    const relayed = await relayInMemory({ bytes, n: 1, cuts: [] }, 'every-event')
    expect(relayed.isWhole).toBe(isWhole)
  }
})

test('an upstream whose events are never alike is learned from a few times only', () => {
  const repeated = createRepeatedChunks(decodeUtf8)
  const event = (id: number, text: string) =>
    Buffer.from(`data: {"id":${id},"choices":[{"delta":{"content":"${text}"}}]}\n\n`)
  const reader = createChunkReader({ asked: 1, decodeUtf8 })
  for (let id = 0; id < 20; id += 1) {
    const part = reader.read(event(id, 'word'))
    if (part.kind === 'chunk') repeated.learn(event(id, 'word'), part.chunk)
  }
  expect(repeated.run(event(7, 'other'), 0)?.text).toBe('other')
  expect(repeated.run(event(19, 'other'), 0)?.count).toBe(0)
})

test('an event that nothing repeats is forgotten, and blank lines are passed on as they are', () => {
  const repeated = createRepeatedChunks(decodeUtf8)
  const event = Buffer.from('data: {"choices":[{"delta":{"content":"a"}}]}\n\n')
  const part = createChunkReader({ asked: 1, decodeUtf8 }).read(event)
  if (part.kind === 'chunk') repeated.learn(event, part.chunk)
  expect(repeated.run(event, 0)?.count).toBe(1)
  for (let misses = 0; misses < 16; misses += 1) repeated.run(Buffer.from('\n\n'), 0)
  expect(repeated.run(event, 0)).toBe(null)
})

test.each(['every-event', 'until-last', 'none'] as const)(
  'blank lines between, before and behind events leave a stream as it was: %s',
  async (when) => {
    const word = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'
    const text = `\n\n\n${word}\n\n\n${word}${word}\n${finish}\n\n\ndata: [DONE]\n\n\n\n`
    for (const cuts of [[], [1, 2, 3, 5, 8, 13, 21, 34, 55], Array<number>(200).fill(1)]) {
      const stream = { bytes: Buffer.from(text), n: 1, cuts }
      // oxlint-disable-next-line no-await-in-loop
      const relayed = await relayInMemory(stream, when)
      // oxlint-disable-next-line no-await-in-loop
      expect(relayed).toEqual(await relayInMemory(stream, when, 'strict'))
      expect(relayed.signed?.content).toBe('aaa')
      expect(relayed.isWhole).toBe(true)
    }
  },
)
