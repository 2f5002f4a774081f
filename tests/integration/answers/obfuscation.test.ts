import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { recognise } from '#shared/document/recognise.ts'
import { splitSseEvents } from '#shared/sse/split-sse-events.ts'
import { removeSvcFromTranscript } from '#shared/svc/remove-svc.ts'
import { ask, type Asked } from '../../support/requests/ask.ts'
import { answerSse, chunk, done } from '../../support/peers/test-upstream.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

const { upstream, gateway } = await startWithUpstream()
const sealSigner = await sealSignerOf(gateway.baseUrl)

const messages = [{ role: 'user', content: 'hi' }]
const asked = { model: 'test-private', messages, stream: true }
const words = ['', 'I', ' am', ' a', ' surprisingly', ' extraordinarily', ' 😀', ' x'.repeat(400)]
const pieces = [
  chunk({ role: 'assistant', content: '' }),
  ...words.map((content) => chunk({ content })),
  chunk({ content: ' End' }, 'stop'),
  done,
]

async function chat(events: readonly (string | Buffer)[], more: object = {}): Promise<Asked> {
  upstream.answerWith(answerSse(events))
  return ask(`${gateway.baseUrl}/v1/chat/completions`, { ...asked, ...more })
}

const lengthsOf = ({ bytes }: Asked) =>
  splitSseEvents(bytes)
    .events.filter((event) => !Buffer.from(event).includes('"svc"'))
    .filter((event) => !Buffer.from(event).includes('[DONE]'))
    .map(({ length }) => length)

test.each([
  ['\\n', pieces],
  ['\\r\\n', pieces.map((each) => each.replaceAll('\n', '\r\n'))],
  ['\\n in one write', [pieces.join('')]],
] as const)(
  'events of a chat leave in four lengths at most, and are the upstream’s without it, with %s',
  async (_eol, events) => {
    const answer = await chat(events)
    const lengths = lengthsOf(answer)
    expect(lengths).toHaveLength(words.length + 1)
    expect(new Set(lengths).size).toBeLessThanOrEqual(2)
    expect(new Set(lengths.slice(0, -1)).size).toBe(1)
    const { bytes, svcText } = removeSvcFromTranscript(answer.bytes)
    expect(Buffer.from(bytes).toString()).toBe(events.join(''))
    expect(svcText).not.toBeNull()
  },
)

test.each([
  ['messages', { max_tokens: 9, messages }],
  ['responses', { input: 'hi' }],
])('events of %s are padded like those of a chat, and read as before', async (path, more) => {
  upstream.answerWith(answerSse(pieces))
  const url = `${gateway.baseUrl}/v1/${path}`
  const answer = await ask(url, { model: 'test-private', stream: true, ...more })
  const lengths = lengthsOf(answer)
  expect(lengths.length).toBeGreaterThan(words.length)
  expect(new Set(lengths).size).toBeLessThanOrEqual(4)
  expect(answer.text).toContain('"obfuscation":"~')
  const { subject } = recognise(answer.bytes) as { subject: { unsigned: readonly string[] } }
  expect(subject.unsigned).toContain('model')
  expect(subject.unsigned).not.toContain('obfuscation')
  const plain = removeSvcFromTranscript(answer.bytes)
  expect(Buffer.from(plain.bytes).toString()).not.toContain('obfuscation')
  expect(plain.svcText).not.toBeNull()
})

test('the length of the last words is hidden, too', async () => {
  const withLast = (last: string) =>
    chat([chunk({ content: 'Begun.' }), chunk({ content: last }, 'stop'), done])
  const lengths = await Promise.all(
    ['no', 'certainly, and gladly'].map(async (last) => {
      const { text } = await withLast(last)
      return /\n\n(data: .*),"svc"/.exec(text)?.[1]?.length
    }),
  )
  expect(lengths[0]).toBeGreaterThan(400)
  expect(lengths[0]).toBe(lengths[1])
})

test('svc stays the last member of an event that is split over lines of data', async () => {
  const split = pieces.map((each) => each.replace(/\}\n\n$/, '\ndata: }\n\n'))
  const answer = await chat(split)
  expect(answer.text).toMatch(/\ndata: ,"svc":\{.*\}\}\n\n/)
  const { bytes, svcText } = removeSvcFromTranscript(answer.bytes)
  expect(Buffer.from(bytes).toString()).toBe(split.join(''))
  expect(svcText).not.toBeNull()
})

test('it is off where the request turns it off', async () => {
  const answer = await chat(pieces, { stream_options: { include_obfuscation: false } })
  expect(answer.text).not.toContain('obfuscation')
  const on = await chat(pieces, { stream_options: { include_usage: true } })
  expect(on.text).toContain('"obfuscation":"~')
})

test('an upstream’s own member stays, and nothing is added from there on', async () => {
  const own = (content: string) => chunk({ content }).replace('}\n\n', ',"obfuscation":"aB3"}\n\n')
  const events = [own('I'), own(' am'), chunk({ content: ' here' }), chunk({}, 'stop'), done]
  const answer = await chat(events)
  expect(answer.text).not.toContain('"~')
  expect(answer.text.match(/"obfuscation"/g)).toHaveLength(2)
  expect(Buffer.from(removeSvcFromTranscript(answer.bytes).bytes).toString()).toBe(events.join(''))
})

test.each(['obfuscation', '\\u006fbfuscation'])(
  'a member %s with the mark of a gateway breaks the stream off',
  async (name) => {
    const event = chunk({ content: 'I' }).replace('}\n\n', `,"${name}":"~aB3"}\n\n`)
    const answer = await chat([event, chunk({}, 'stop'), done])
    expect(answer.text).toContain('"code":"upstream_error"')
    expect(answer.text).not.toContain('"svc"')
    expect(answer.text).not.toContain('[DONE]')
  },
)

test('a stranger and this verifier read the same answer in it, and no padding among what nobody signed', async () => {
  const { bytes } = await chat(pieces)
  const recognition = recognise(bytes)
  if (recognition.kind !== 'recognised' || recognition.subject.kind !== 'transcript') {
    throw new Error('it is not recognised')
  }
  const { unsigned } = recognition.subject
  expect(unsigned).not.toContain('obfuscation')

  upstream.answerWith(answerSse(pieces))
  const client = new OpenAI({ apiKey: 'none', baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 })
  let content = ''
  let svc: unknown
  for await (const each of await client.chat.completions.create({
    ...asked,
    messages: [{ role: 'user', content: 'hi' }],
    stream: true,
  })) {
    content += each.choices[0]?.delta.content ?? ''
    svc ??= (each as { svc?: unknown }).svc
  }
  expect(content).toBe(`${words.join('')} End`)
  const message = { role: 'assistant', content }
  const exchange = {
    svc: svc as Parameters<typeof verifyIndependently>[0]['svc'],
    messages,
    message,
    sealSigner,
  }
  expect(await verifyIndependently(exchange)).toEqual(allHold)
})
