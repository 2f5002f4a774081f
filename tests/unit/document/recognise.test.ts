import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { recognise } from '#shared/document/recognise.ts'
import { goodAnswer } from '../../support/receipts/filed-entry.ts'
import disclosures from '../../vectors/disclosure.countersign.json' with { type: 'json' }

const { svc, message } = goodAnswer
const answer = { choices: [{ index: 0, message }], svc }

function kindOf(text: string): string {
  const recognition = recognise(utf8ToBytes(text))
  return recognition.kind === 'recognised' ? recognition.subject.kind : recognition.kind
}

test('each document is recognised, in any order of its members', () => {
  expect(kindOf(JSON.stringify(svc.receipt))).toBe('receipt')
  expect(kindOf(JSON.stringify(svc))).toBe('svc')
  expect(kindOf(JSON.stringify({ svc }))).toBe('svc')
  expect(kindOf(JSON.stringify(answer))).toBe('answer')
  expect(kindOf(JSON.stringify({ svc, choices: answer.choices }, null, 2))).toBe('answer')
  expect(kindOf(JSON.stringify(disclosures.cases[0]?.disclosure))).toBe('disclosure')
  const chunk = { choices: [{ index: 0, delta: message, finish_reason: 'stop' }], svc }
  expect(kindOf(`: hello\n\ndata: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)).toBe('transcript')
  expect(kindOf(`data: ${JSON.stringify(chunk)}`)).toBe('transcript')
})

test.each([
  ['in a fence', `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``],
  ['with a prompt behind it', `${JSON.stringify(answer)}user@host:~$ `],
  ['with its head', `HTTP/1.1 200 OK\r\n\r\n${JSON.stringify(answer)}`],
  ['in a list', JSON.stringify([answer])],
  ['as a text in JSON', JSON.stringify(JSON.stringify(answer))],
  ['in a recording of a browser', JSON.stringify({ log: { entries: [answer] } })],
])('an answer %s is not recognised as one, and what would be is said', (_how, text) => {
  const recognition = recognise(utf8ToBytes(text))
  expect(recognition.kind).not.toBe('recognised')
  if (!text.startsWith('{')) {
    expect(recognition).toMatchObject({
      kind: 'unrecognised',
      sentence: expect.stringContaining('Bring an answer, a receipt') as string,
    })
  }
})

test('a stream of more events than any answer has is not read', () => {
  const chunk = { choices: [{ index: 0, delta: message, finish_reason: 'stop' }], svc }
  const stream = (count: number) =>
    `${'data: {}\n\n'.repeat(count - 1)}data: ${JSON.stringify(chunk)}\n\n`
  expect(kindOf(stream(5_000))).toBe('transcript')
  expect(kindOf(stream(5_001))).toBe('unrecognised')
})

test('a file of more lines of JSON than anybody reads is not read', () => {
  const lines = (count: number) => `${JSON.stringify(answer)}\n`.repeat(count)
  expect(recognise(utf8ToBytes(lines(2)))).toMatchObject({ kind: 'several' })
  const recognition = recognise(utf8ToBytes('{}\n'.repeat(1_001)))
  expect(recognition).toMatchObject({ sentence: expect.stringContaining('1000 lines') as string })
})

test('an answer cut at any place is incomplete, and never a subject', () => {
  const text = JSON.stringify(answer)
  for (let end = text.indexOf('message'); end < text.length; end += 7) {
    expect(kindOf(text.slice(0, end)), String(end)).toBe(
      end < text.indexOf('"choices":') ? 'unrecognised' : 'incomplete',
    )
  }
})

test('a stream cut before its last event is incomplete', () => {
  const first = JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' } }] })
  const last = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], svc })
  const text = `data: ${first}\n\ndata: ${last}\n\n`
  for (let end = 8; end < text.length - 3; end += 11) {
    expect(kindOf(text.slice(0, end)), String(end)).toBe('incomplete')
  }
})

test('two receipts in one stream, and two members of one name, are invalid', () => {
  const event = `data: ${JSON.stringify({ choices: [{ delta: message }], svc })}\n\n`
  expect(kindOf(event + event)).toBe('invalid')
  expect(kindOf(`{"svc":1,${JSON.stringify(answer).slice(1)}`)).toBe('invalid')
})

test('every missing member is named', () => {
  for (const name of Object.keys(svc.receipt)) {
    const receipt = { ...svc.receipt, [name]: undefined }
    const recognition = recognise(utf8ToBytes(JSON.stringify({ svc: { ...svc, receipt } })))
    expect(recognition).toMatchObject({
      kind: 'incomplete',
      sentence: expect.stringContaining(name) as string,
    })
  }
})

test('an error of the gateway is a refusal without an answer', () => {
  const refusal = { error: { code: 'attestation_unavailable', message: 'x' } }
  expect(recognise(utf8ToBytes(JSON.stringify(refusal)))).toMatchObject({
    kind: 'incomplete',
    sentence: expect.stringContaining('attestation_unavailable') as string,
  })
  expect(kindOf(`data: ${JSON.stringify(refusal)}\n\n`)).toBe('incomplete')
})

test('whatever bytes come, there is an outcome', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array(), fc.json().map(utf8ToBytes), fc.string().map(utf8ToBytes)),
      (bytes) => {
        expect(['recognised', 'unrecognised', 'incomplete', 'invalid']).toContain(
          recognise(bytes).kind,
        )
      },
    ),
  )
})

test('whatever is changed in a good answer, there is an outcome', () => {
  const text = JSON.stringify(answer)
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 4 }), (at, piece) => {
      const changed = text.slice(0, at) + piece + text.slice(at + piece.length)
      expect(typeof kindOf(changed)).toBe('string')
    }),
  )
})

const chunkOf = (delta: object = {}, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, ...more }] })}\n\n`
const lastChunk = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], svc })}\n\n`

test.each<[string, object]>([
  ['words', { content: 'more' }],
  ['a call', { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] }],
  ['what no signature covers', { images: [{ type: 'image_url', image_url: { url: 'data:,' } }] }],
])('a stream that says more behind the end of its choice is invalid: %s', (_, delta) => {
  const stream = chunkOf(message) + lastChunk
  expect(kindOf(stream + chunkOf({ role: 'assistant', content: '' }))).toBe('transcript')
  expect(kindOf(stream + chunkOf(delta))).toBe('invalid')
  expect(kindOf(chunkOf({ content: 'a' }, { finish_reason: 'length' }) + stream)).toBe('invalid')
})

test('what a delta says beside the message is named as signed by nobody, and what is in a call too', () => {
  const beside = {
    images: [1],
    audio: { transcript: 'other' },
    reasoning_details: [{ text: 'other' }],
    annotations: null,
    refusal: null,
    tool_calls: [{ index: 0, id: 'a', extra: 1, function: { name: 'f', arguments: '', more: 2 } }],
  }
  const recognition = recognise(utf8ToBytes(chunkOf(message) + chunkOf(beside) + lastChunk))
  expect(recognition).toMatchObject({ kind: 'recognised', subject: { kind: 'transcript' } })
  const { subject } = recognition as { subject: { unsigned: readonly string[] } }
  expect(subject.unsigned.filter((name) => name.includes('delta'))).toEqual([
    'choices[0].delta.images',
    'choices[0].delta.audio',
    'choices[0].delta.reasoning_details',
    'choices[0].delta.tool_calls.extra',
    'choices[0].delta.tool_calls.function.more',
  ])
})
