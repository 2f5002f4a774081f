import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  removeSvcFromEvent,
  removeSvcFromJson,
  removeSvcFromTranscript,
} from '#shared/svc/remove-svc.ts'
import { spliceSvcIntoEvent, spliceSvcIntoJson } from '#shared/svc/splice-svc.ts'
import vectors from '../../vectors/svc-splice.countersign.json' with { type: 'json' }

const bytes = (text: string) => Buffer.from(text)
const text = (from: Uint8Array) => Buffer.from(from).toString()

test.each(vectors.json)('JSON $upstream', ({ upstream, spliced }) => {
  expect(text(spliceSvcIntoJson(bytes(upstream), vectors.svc))).toBe(spliced)
  const removed = removeSvcFromJson(bytes(spliced))
  expect([text(removed.bytes), removed.svcText]).toEqual([upstream, vectors.svc])
})

test.each(vectors.events)('event $upstream', ({ upstream, spliced }) => {
  expect(text(spliceSvcIntoEvent(bytes(upstream), vectors.svc))).toBe(spliced)
  const removed = removeSvcFromEvent(bytes(spliced))
  expect([text(removed.bytes), removed.svcText]).toEqual([upstream, vectors.svc])
})

test.each(vectors.notOurs)('a svc that is $why is left alone', ({ text: document }) => {
  expect(removeSvcFromJson(bytes(document)).svcText).toBeNull()
  expect(text(removeSvcFromJson(bytes(document)).bytes)).toBe(document)
})

test.each(vectors.refused)('a svc that stands $why is refused', ({ text: document }) => {
  const refusal = expect.objectContaining({ code: 'SVC_MALFORMED' }) as Error
  expect(() => removeSvcFromJson(bytes(document))).toThrow(refusal)
  expect(() => removeSvcFromEvent(bytes(`data: ${document}\n\n`))).toThrow(refusal)
})

test('text that does not end as an object is not spliced into', () => {
  for (const document of ['', '[]', '1', '{"a":1', 'x}y']) {
    expect(() => spliceSvcIntoJson(bytes(document), '{}')).toThrow('end as an object')
  }
  expect(() => spliceSvcIntoEvent(bytes(': comment\n\n'), '{}')).toThrow('no data')
})

test.each(['response.completed', 'response.incomplete', 'response.created'])(
  'svc in the response of %s is the gateway’s only where a response ends',
  (type) => {
    const event = `data: {"type":"${type}","response":{"id":"r","svc":{"a":1}}}\n\n`
    const { svcText } = removeSvcFromEvent(bytes(event))
    expect(svcText).toBe(type === 'response.created' ? null : '{"a":1}')
  },
)

test('two events with svc are refused', () => {
  const event = spliceSvcIntoEvent(bytes('data: {"a":1}\n\n'), '{}')
  expect(() => removeSvcFromTranscript(Buffer.concat([event, event]))).toThrow('more than one')
})

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
const document = fc
  .tuple(
    fc.dictionary(
      fc.string({ unit: 'grapheme' }).filter((key) => key !== 'svc'),
      fc.json(),
    ),
    space,
    space,
    space,
  )
  .map(([members, a, b, c]) => {
    const inside = Object.entries(members).map(
      ([key, value]) => `${JSON.stringify(key)}${a}:${b}${value}`,
    )
    return `${a}{${b}${inside.join(`${c},${a}`)}${c}}${b}`
  })

test('taking svc out undoes splicing it in, for JSON of any layout', () => {
  fc.assert(
    fc.property(document, fc.json(), (upstream, value) => {
      const removed = removeSvcFromJson(spliceSvcIntoJson(bytes(upstream), value))
      expect(text(removed.bytes)).toBe(upstream)
      expect(removed.svcText).toBe(value.trim())
    }),
  )
})

test('taking svc out undoes splicing it in, for events of any layout', () => {
  const end = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(
      fc.json().filter((value) => value.startsWith('{')),
      end,
      fc.boolean(),
      (value, lineEnd, isSplit) => {
        const data = isSplit ? `${value.slice(0, -1)}${lineEnd}data:}` : value
        const upstream = `: {x}${lineEnd}data: ${data}${lineEnd}retry: 1${lineEnd}${lineEnd}`
        const removed = removeSvcFromEvent(spliceSvcIntoEvent(bytes(upstream), '{"y":{}}'))
        expect([text(removed.bytes), removed.svcText]).toEqual([upstream, '{"y":{}}'])
      },
    ),
  )
})
