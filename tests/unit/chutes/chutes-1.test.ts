import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bytesToHex, concatBytes, parseUtf8, utf8ToBytes } from '#shared/bytes/bytes.ts'
import {
  decapsulate,
  openChutesFrame,
  openChutesMessage,
  sealChutesMessage,
} from '#shared/chutes/chutes-cipher.ts'
import { chutesInfo } from '#shared/chutes/chutes-names.ts'
import { gunzipCapped } from '#shared/chutes/gunzip-capped.ts'
import { openChutesAnswer, openChutesStream } from '#shared/chutes/open-chutes-answer.ts'
import { sealChutesRequest } from '#shared/chutes/seal-chutes-request.ts'
import { createChutesService } from '#shared/simulation/chutes-service.ts'

const known = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../vectors/chutes-1.countersign.json'), 'utf8'),
) as Readonly<Record<string, string>>
const base64 = (name: string) => new Uint8Array(Buffer.from(known[name] ?? '', 'base64'))

const draw = (length: number) => new Uint8Array(randomBytes(length))
const service = createChutesService(draw(64), draw)
const recipient = Buffer.from(service.publicKey, 'base64').toString('hex')
const chat = { model: 'm', messages: [{ role: 'user', content: 'canary' }] }
const asked = utf8ToBytes(JSON.stringify(chat))

function exchange() {
  const { body, answerKey } = sealChutesRequest(asked, { recipient, randomBytes: draw })
  return { body, answerKey, opened: service.open(body) }
}

const data = (value: object | string) =>
  utf8ToBytes(`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`)

/** Opens a stream of these events, in pieces of seven bytes. */
function openAll(answerKey: Uint8Array, events: readonly Uint8Array[]) {
  const opener = openChutesStream(answerKey)
  const bytes = concatBytes(...events)
  let text = ''
  for (let at = 0; at < bytes.length; at += 7) {
    text += parseUtf8(opener.open(bytes.subarray(at, at + 7)))
  }
  opener.end()
  return { text, isDone: opener.isDone() }
}

describe('a request that another program encrypted', () => {
  // PKCS #8 of ML-KEM-768 with both forms: the seed, and the key that it makes.
  const secret = base64('instance_pkcs8_base64').slice(-2400)
  const blob = base64('blob_base64')
  const ciphertext = blob.slice(0, 1088)

  test('opens', () => {
    const opened = openChutesMessage(blob, secret, chutesInfo.request)
    expect(parseUtf8(gunzipCapped(opened, 1024))).toBe(known['plaintext'])
  })

  test.each([
    ['request_key', chutesInfo.request],
    ['response_key_if_this_ct', chutesInfo.answer],
    ['stream_key_if_this_ct', chutesInfo.stream],
  ])('has the keys that it says: %s', (name, info) => {
    expect(bytesToHex(decapsulate(ciphertext, secret, info))).toBe(known[name])
  })

  test('has its nonce before its first frame', () => {
    const key = decapsulate(ciphertext, secret, chutesInfo.request)
    expect(bytesToHex(blob.slice(1088, 1100))).toBe(known['nonce'])
    expect(() => openChutesFrame(blob.slice(1088), key)).not.toThrow()
  })
})

describe('a request', () => {
  test('is read by the instance alone, with a key for its answer', () => {
    const { body, opened } = exchange()
    expect(opened.request).toEqual(chat)
    expect(Buffer.from(body).toString('latin1')).not.toContain('canary')
    expect(() => createChutesService(draw(64), draw).open(body)).toThrow(/not encrypted/)
  })

  test.each(['', 'ab'.repeat(32), 'ff'.repeat(1184)])('goes to no key that is none: %#', (key) => {
    expect(() => sealChutesRequest(asked, { recipient: key, randomBytes: draw })).toThrow(
      /expected 1184 bytes|no key of ML-KEM-768/,
    )
  })
})

test('a request with a key for its answer is not sent: nobody could say which of two counts', () => {
  const request = utf8ToBytes('{"e2e_response_pk":"AA=="}')
  expect(() => sealChutesRequest(request, { recipient, randomBytes: draw })).toThrow('already')
})

describe('a whole answer', () => {
  test('opens by the key that travelled in the request', () => {
    const { answerKey, opened } = exchange()
    expect(parseUtf8(openChutesAnswer(opened.seal('{"a":1}'), answerKey))).toBe('{"a":1}')
  })

  test.each<[string, (sealed: Uint8Array, other: Uint8Array) => Uint8Array, RegExp]>([
    ['of another exchange', (_sealed, other) => other, /not encrypted to this key/],
    ['with a flipped bit', (sealed) => sealed.with(1101, 1 ^ (sealed[1101] ?? 0)), /not encrypted/],
    ['cut off', (sealed) => sealed.slice(0, -1), /not encrypted/],
    ['shorter than a key', (sealed) => sealed.slice(0, 1000), /no encapsulated key/],
    ['in clear', () => utf8ToBytes('{"choices":[]}'), /no encapsulated key/],
    ['longer than one key and in clear', () => new Uint8Array(2000).fill(32), /not encrypted/],
  ])('is refused: one %s', (_name, lie, reason) => {
    const { answerKey, opened } = exchange()
    const other = exchange().opened.seal('{}')
    expect(() => openChutesAnswer(lie(opened.seal('{"a":1}'), other), answerKey)).toThrow(reason)
  })

  test('is unpacked up to a length, and a bomb is not', () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024)))
    expect(() => gunzipCapped(bomb, 10 * 1024 * 1024)).toThrow('too long')
  })

  test.each([utf8ToBytes('no gzip'), new Uint8Array(gzipSync('abc')).slice(0, -9)])(
    'that is no whole gzip is refused: %#',
    (bytes) => {
      const key = exchange().answerKey
      void key
      expect(() => gunzipCapped(bytes, 1024)).toThrow('no whole gzip')
    },
  )
})

describe('a stream', () => {
  const lines = ['data: {"a":1}', 'data: {"b":2}\n\n', '', 'data: [DONE]']

  function streamOf({ opened }: ReturnType<typeof exchange>) {
    const { init, seal } = opened.stream()
    return [data(init), ...lines.map((line) => data(seal(line))), data('[DONE]')]
  }

  test('opens line by line, without what it says in clear', () => {
    const found = exchange()
    const events = streamOf(found)
    const usage = data({ usage: { total_tokens: 3 } })
    const { text, isDone } = openAll(found.answerKey, [
      ...events.slice(0, 2),
      usage,
      ...events.slice(2),
    ])
    expect(text).toBe('data: {"a":1}\n\ndata: {"b":2}\n\ndata: [DONE]\n\n')
    expect(isDone).toBe(true)
  })

  test('has no end where the encrypted one is missing, whatever is said in clear', () => {
    const found = exchange()
    const events = streamOf(found)
    expect(openAll(found.answerKey, events.toSpliced(-2, 1)).isDone).toBe(false)
  })

  type Lie = (events: readonly Uint8Array[]) => readonly Uint8Array[]
  test.each<[string, Lie, RegExp]>([
    ['without its key', (events) => events.slice(1), /no key stands before/],
    ['that begins twice', ([first = data({}), ...more]) => [first, first, ...more], /begins twice/],
    [
      'of another exchange',
      ([first = data({})]) => [first, ...streamOf(exchange()).slice(1)],
      /not encrypted/,
    ],
    [
      'with an event in clear',
      (events) => [...events.slice(0, 2), data({ choices: [] })],
      /in clear/,
    ],
    [
      'with usage that has words',
      (events) => [...events.slice(0, 2), data({ usage: {}, choices: [] })],
      /in clear/,
    ],
    [
      'that failed',
      (events) => [...events.slice(0, 2), data({ e2e_error: 'x' })],
      /the instance failed/,
    ],
    [
      'that goes on behind its end',
      (events) => [...events, ...events.slice(1, 2)],
      /behind the end of the stream/,
    ],
    [
      'cut within an event',
      (events) => [...events.slice(0, 2), (events[2] ?? data({})).slice(0, 30)],
      /within an event/,
    ],
  ])('is refused: one %s', (_name, lie, reason) => {
    const found = exchange()
    expect(() => openAll(found.answerKey, lie(streamOf(found)))).toThrow(reason)
  })

  test('can lose a frame without anybody finding it: nothing numbers them', () => {
    const found = exchange()
    const { text, isDone } = openAll(found.answerKey, streamOf(found).toSpliced(1, 1))
    expect(text).toBe('data: {"b":2}\n\ndata: [DONE]\n\n')
    expect(isDone).toBe(true)
  })
})

test('what is encrypted twice is not the same', () => {
  const sealing = () => ({
    publicKey: new Uint8Array(Buffer.from(service.publicKey, 'base64')),
    info: chutesInfo.request,
    entropy: draw(32),
    nonce: draw(12),
  })
  const one = sealChutesMessage(utf8ToBytes('a'), sealing())
  expect(bytesToHex(sealChutesMessage(utf8ToBytes('a'), sealing()))).not.toBe(bytesToHex(one))
})
