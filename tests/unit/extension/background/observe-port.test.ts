import { beforeEach, expect, test, vi } from 'vitest'
import { observePort } from '../../../../extension/background/observe/observe-port.ts'
import type { ToBridge } from '../../../../extension/messages/bridge-messages.ts'
import type { FromHook } from '../../../../extension/messages/hook-messages.ts'
import { wordsOf } from '../../../../extension/reading/words-of.ts'
import { patient } from '../../../support/patient.ts'
import { signAnswer } from '../../../support/receipts/sign-answer.ts'

const origin = 'https://chat.example'
const none = '00'.repeat(32)

/** A block that looks like a gateway's, and that nobody signed. */
const svc = {
  privacy_mode: 'private',
  privacy_label: 'Private',
  content_policy: 'standard',
  receipt_digest: none,
  receipt: {
    body: {
      v: 1,
      issuedAt: '2026-11-21T00:00:00.000Z',
      model: 'm',
      mode: 'private',
      promptCommit: none,
      responseCommit: none,
    },
    digest: none,
    signature: `0x${'11'.repeat(64)}1b`,
    signer: `0x${'11'.repeat(20)}`,
  },
  commitment_salts: { prompt: none, response: none },
}

vi.mock('../../../../extension/settings/stored-settings.ts', async () => {
  const { initialSettings } = await import('../../../../extension/settings/settings.ts')
  return { readSettings: () => Promise.resolve({ ...initialSettings, sites: [origin] }) }
})

let told: ToBridge[] = []
let hear: (message: unknown) => void = () => {}

/** Connects a page of this origin. */
async function connect(site: string): Promise<void> {
  told = []
  observePort({
    sender: { origin: site },
    postMessage: (message: ToBridge) => told.push(message),
    onMessage: { addListener: (listener: typeof hear) => void (hear = listener) },
    onDisconnect: { addListener: () => {} },
  } as unknown as Parameters<typeof observePort>[0])
  await vi.waitFor(() => expect(told.map(({ kind }) => kind)).toEqual(['rules']), patient)
}

beforeEach(() => connect(origin))

/** This comes to be the last that the page is told. */
const heard = (message: ToBridge) => vi.waitFor(() => expect(told.at(-1)).toEqual(message), patient)

const tell = (message: FromHook) => hear(message)
const open = (id: number) =>
  tell({ kind: 'open', id, url: `${origin}/v1/chat/completions`, request: null, place: null })

// No browser is here, and so no database to keep anything in.

test('an answer that cannot be kept is over all the same, and has no good word', async () => {
  const message = { role: 'assistant', content: 'Words that somebody signed, who is not known.' }
  const { svc: signed } = await signAnswer({ mode: 'private', messages: [], message })
  open(1)
  const text = JSON.stringify({ choices: [{ index: 0, message }], svc: signed })
  tell({ kind: 'part', id: 1, text })
  tell({ kind: 'close', id: 1 })
  await heard({ kind: 'nothing', id: 1 })
})

test('one that failed has failed, whether it can be kept or not', async () => {
  const message = { role: 'assistant', content: 'Words that nobody signed at all.' }
  open(1)
  tell({ kind: 'part', id: 1, text: JSON.stringify({ choices: [{ index: 0, message }], svc }) })
  tell({ kind: 'close', id: 1 })
  const failed = {
    kind: 'refused',
    id: 1,
    text: message.content,
    said: { state: 'failed', failed: { id: 'receipt.digest' } },
  }
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject(failed), patient)
})

test('answers without an end are given up for newer ones, the oldest first', async () => {
  for (let id = 1; id <= 34; id += 1) open(id)
  await vi.waitFor(
    () =>
      expect(told.slice(1)).toEqual([
        { kind: 'nothing', id: 1 },
        { kind: 'nothing', id: 2 },
      ]),
    patient,
  )
})

const words = 'Words that are long enough to be looked for in a page.'
const saying = (content: string, index = 0) =>
  `data: ${JSON.stringify({ choices: [{ index, delta: { content } }] })}\n\n`

test('what is of no known form is dropped, as a ping is, and what comes next is heard', async () => {
  hear({ kind: 'ping' })
  hear(null)
  hear({ kind: 'part', id: -1, text: saying(words) })
  open(1)
  tell({ kind: 'part', id: 1, text: saying(words) })
  await heard({ kind: 'writing', id: 1, text: words })
})

test('a page of an origin that was not enabled is not heard, such as on another port', async () => {
  await connect(`${origin}:8443`)
  open(1)
  tell({ kind: 'part', id: 1, text: saying(words) })
  tell({ kind: 'close', id: 1 })
  // One that is heard tells it after it.
  const before = told
  await connect(origin)
  open(1)
  tell({ kind: 'close', id: 1 })
  await heard({ kind: 'nothing', id: 1 })
  expect(before).toMatchObject([{ kind: 'rules', site: 'off', rules: [] }])
})

test('an answer that never ends is given up', async () => {
  open(1)
  for (let count = 0; count <= 16; count += 1) {
    tell({ kind: 'part', id: 1, text: 'x'.repeat(256 * 1024) })
  }
  await heard({ kind: 'nothing', id: 1 })
})

test('what a page shows of a stream while it grows is found in it, however it is cut', async () => {
  open(1)
  for (const letter of saying(words)) tell({ kind: 'part', id: 1, text: letter })
  await heard({ kind: 'writing', id: 1, text: words })
})

test('of a stream that programs read in different ways nothing more is told', async () => {
  open(1)
  tell({ kind: 'part', id: 1, text: `${saying('Begun.')}: x\n\ufeff${saying(words)}` })
  tell({ kind: 'part', id: 1, text: saying(words) })
  // One long enough to be told, were it listened to.
  open(2)
  tell({ kind: 'part', id: 2, text: saying(words) })
  await heard({ kind: 'writing', id: 2, text: words })
  expect(told.filter((message) => message.kind === 'writing')).toHaveLength(1)
})

const event = (type: string, more: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const part = { type: 'output_text', text: '', annotations: [] }
const item = { type: 'message', id: 'msg_1', role: 'assistant', content: [] }
const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
const inDialects: readonly [string, string][] = [
  [
    'a message',
    event('message_start', { message: { role: 'assistant', content: [] } }) +
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: words } }),
  ],
  [
    'a response',
    event('response.created', { response: { id: 'resp_1', output: [] } }) +
      event('response.output_item.added', { output_index: 0, item }) +
      event('response.content_part.added', { ...place, part }) +
      event('response.output_text.delta', { ...place, delta: words }),
  ],
]

test.each(inDialects)('the words of %s are found while it grows', async (_name, text) => {
  open(1)
  for (const letter of text) tell({ kind: 'part', id: 1, text: letter })
  await heard({ kind: 'writing', id: 1, text: words })
  tell({ kind: 'close', id: 1 })
  await heard({ kind: 'nothing', id: 1, words: [wordsOf(words)] })
})

test('the words of an answer without a receipt are told at its end, in each of the ways in which pages draw it', async () => {
  const message = { role: 'assistant', content: 'Words **with** [a link](https://a.example).' }
  open(1)
  tell({ kind: 'part', id: 1, text: JSON.stringify({ choices: [{ index: 0, message }] }) })
  tell({ kind: 'close', id: 1 })
  const drawn = ['words with a link https a example', 'words with a link']
  await heard({ kind: 'nothing', id: 1, words: drawn })
})

test('thoughts, and what a tool is called with, are no words that a page shows', async () => {
  open(1)
  const text =
    event('message_start', { message: { role: 'assistant', content: [] } }) +
    event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }) +
    event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: words } })
  tell({ kind: 'part', id: 1, text })
  tell({ kind: 'close', id: 1 })
  await heard({ kind: 'nothing', id: 1 })
  expect(told.some(({ kind }) => kind === 'writing')).toBe(false)
})

test('a message that the gateway broke off for an enclave is refused with its check', async () => {
  open(1)
  const checks = [{ id: 'quote.root', status: 'fail', reason: 'it is not Intel’s' }]
  const error = { type: 'api_error', code: 'unverified_enclave', message: 'x', checks }
  tell({ kind: 'part', id: 1, text: inDialects[0]?.[1] ?? '' })
  tell({ kind: 'part', id: 1, text: event('error', { error }) })
  tell({ kind: 'close', id: 1 })
  await vi.waitFor(
    () => expect(told.at(-1)).toMatchObject({ kind: 'refused', text: words }),
    patient,
  )
})
