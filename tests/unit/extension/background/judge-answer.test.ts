import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { parseFromHook } from '../../../../extension/messages/hook-messages.ts'
import { parseFromPlaces } from '../../../../extension/messages/place-messages.ts'
import { parseUiRequest } from '../../../../extension/messages/ui-requests.ts'
import {
  good,
  judged,
  origin,
  settings,
  signers,
} from '../../../support/in-memory/judge-received.ts'
import { signAnswer } from '../../../support/receipts/sign-answer.ts'
import vectors from '../../../vectors/answer.countersign.json' with { type: 'json' }

test('an answer straight from the gateway is verified with both its sides', () => {
  expect(judged()?.state).toBe('promised')
  expect(judged()?.path).toEqual({ kind: 'direct' })
  expect(judged()?.sent?.every(({ how }) => how === 'clear')).toBe(true)
})

test('through a site’s own server the answer is judged without the question, and the way is told', () => {
  // That server asks the gateway something else than its page asks it.
  const request = JSON.stringify({ messages: [{ role: 'user', content: 'another' }] })
  expect(judged({ url: 'https://chat.example.com/api/chat', request })).toMatchObject({
    state: 'promised',
    path: { kind: 'through', host: 'chat.example.com' },
    sent: null,
  })
})

test('a host that only looks like the gateway is another host on the way', () => {
  for (const url of [
    'https://gateway.example.com.evil.example/v1/chat/completions',
    'https://gateway.example.com:444/v1/chat/completions',
    'http://gateway.example.com/v1/chat/completions',
    'https://evil.example/https://gateway.example.com/v1/chat/completions',
  ]) {
    expect(judged({ url })).toMatchObject({ state: 'promised', path: { kind: 'through' } })
  }
})

test('other messages than the page sent fail, and the check is named', () => {
  const request = JSON.stringify({ messages: [{ role: 'user', content: 'another' }] })
  expect(judged({ request })).toMatchObject({
    state: 'failed',
    verdict: { failed: { id: 'commitment.prompt' } },
  })
})

test('straight from a gateway only that gateway’s pinned signer counts', () => {
  const pinned = { current: { address: `0x${'12'.repeat(20)}` }, retired: [] }
  const [gateway] = settings.gateways
  if (!gateway) throw new Error('there is one')
  const changed = { ...settings, gateways: [{ ...gateway, signers: pinned }] }
  expect(judged({}, changed)).toMatchObject({
    state: 'failed',
    verdict: { failed: { id: 'receipt.signer' } },
  })
  const other = { ...gateway, origin: 'https://other.example' }
  expect(judged({}, { ...changed, gateways: [...changed.gateways, other] })).toMatchObject({
    state: 'failed',
  })
})

test('a receipt of a gateway that the user did not name is nobody’s', () => {
  const nobody = { ...settings, gateways: [] }
  expect(judged({ url: 'https://chat.example.com/api' }, nobody)).toMatchObject({
    state: 'unknown-signer',
    gateway: null,
  })
  expect(judged({}, nobody)?.state).toBe('unknown-signer')
})

test('a receipt of a signer that a gateway retired is that gateway’s', () => {
  const [gateway] = settings.gateways
  if (!gateway) throw new Error('there is one')
  const [from, until] = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']
  const retired = [{ address: signers.current.address, from, until }]
  const changed = { ...gateway, signers: { current: { address: `0x${'12'.repeat(20)}` }, retired } }
  expect(
    judged({ url: 'https://chat.example.com/api' }, { ...settings, gateways: [changed] }),
  ).toMatchObject({ state: 'promised', gateway: origin })
})

test('what came with an answer and nobody signed is named', () => {
  const { svc, message } = good ?? {}
  const text = JSON.stringify({ choices: [{ index: 0, message }], svc, citations: ['a'] })
  expect(judged({ text })).toMatchObject({
    state: 'promised',
    unsigned: ['citations', 'svc.content_policy'],
  })
})

test('what carries no svc, or cannot be read, is not judged', () => {
  expect(judged({ text: '{"choices":[]}' })).toBeNull()
  expect(judged({ text: 'an essay about "svc" and nothing else' })).toBeNull()
  expect(judged({ text: '{"svc":{}}', place: 'message-1' })).toBeNull()
})

test('frames of Open WebUI are put together, and a text that opens nothing says nothing', () => {
  const { svc, message } = good ?? {}
  const frames = (content: unknown) =>
    [{ content: 'What' }, { svc }, { done: true, content }]
      .map((frame) => JSON.stringify(frame))
      .join('\n')
  const { content } = message as { content: string }
  const url = 'wss://chat.example.com/ws/socket.io/?EIO=4'
  const place = 'a-message'
  const whole = judged({ text: frames(content), url, place })
  expect(whole).toMatchObject({ state: 'promised' })
  const altered = judged({ text: frames(`${content} And more.`), url, place })
  expect(altered).toMatchObject({
    state: 'not-fully-checked',
    verdict: { missing: ['commitment.response'] },
  })
  // The gateway itself is no site's own server, whatever it is asked by.
  const direct = judged({
    text: frames(content),
    url: 'wss://gateway.example.com/ws',
    place,
    request: null,
  })
  expect(direct).toMatchObject({ state: 'not-fully-checked', path: { kind: 'direct' } })
})

test('of an answer whose thoughts its server set apart the text signed has them', async () => {
  const content = '<think>\nLet me see.\n</think>\nYes.'
  const message = { role: 'assistant', content }
  const { svc, signers: its } = await signAnswer({ mode: 'private', messages: [], message })
  const reasoning = { text: 'Let me see.', member: null }
  const text = [{ svc }, { done: true, content: 'Yes.', reasoning }]
    .map((frame) => JSON.stringify(frame))
    .join('\n')
  const [gateway] = settings.gateways
  if (!gateway) throw new Error('there is one')
  const url = 'wss://chat.example.com/ws/socket.io/?EIO=4'
  const trusted = { ...settings, gateways: [{ ...gateway, signers: its }] }
  expect(judged({ text, url, place: 'a-message' }, trusted)).toMatchObject({
    state: 'promised',
    text: content,
  })
})

const sealed = 'ab'.repeat(60)
const clear = 'A text that left in clear.'

test.each([
  ['e2ee', '/v1/chat/completions', [sealed, sealed], 'failed'],
  ['e2ee', '/api/e2ee/relay', [sealed, sealed], 'gateways-claim'],
  ['e2ee', '/api/e2ee/relay', [sealed, clear], 'failed'],
  ['e2ee', '/api/e2ee/relay', [clear, sealed], 'failed'],
  ['e2ee', '/api/e2ee/relay', [[{ type: 'text', text: clear }], sealed], 'failed'],
  ['e2ee', 'https://chat.example.com/api/e2ee/relay', [sealed, sealed], 'failed'],
  ['tee', '/v1/chat/completions', [clear, clear], 'gateways-claim'],
] as const)(
  'what a gateway signs as %s and sends from %s, asked and answered %j, is %s',
  async (mode, path, [asked, answered], state) => {
    const messages = [{ role: 'user', content: asked as Json }]
    const message = { role: 'assistant', content: answered }
    const { svc, signers: its } = await signAnswer({ mode, messages, message })
    const [gateway] = settings.gateways
    if (!gateway) throw new Error('there is one')
    const answer = judged(
      {
        url: new URL(path, origin).href,
        request: JSON.stringify({ messages }),
        text: JSON.stringify({ choices: [{ index: 0, message }], svc }),
      },
      { ...settings, gateways: [{ ...gateway, signers: its }] },
    )
    expect(answer?.state).toBe(state)
    const { verdict } = answer ?? {}
    expect(verdict?.kind === 'rejected' ? verdict.failed.id : undefined).toBe(
      state === 'failed' ? 'e2ee.relayed' : undefined,
    )
  },
)

test('an answer of thousands of events is judged, too', () => {
  const { svc, message, messages } = good ?? {}
  const { content } = message as { content: string }
  const event = (choice: object, more = {}) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-'.padEnd(200, 'x'), choices: [{ index: 0, ...choice }], ...more })}\n\n`
  const text = [
    event({ delta: { role: 'assistant', content: '' } }),
    ...Array.from({ length: 8000 }, () => event({ delta: { content: '' } })),
    event({ delta: { content } }),
    event({ delta: {}, finish_reason: 'stop' }, { svc }),
    'data: [DONE]\n\n',
  ].join('')
  expect(text.length).toBeGreaterThan(1024 * 1024)
  expect(judged({ text, request: JSON.stringify({ messages }) })?.state).toBe('promised')
})

test('every vector leads to a state that never claims more than its verdict', () => {
  for (const { svc, message, messages, failed, skipped } of vectors.cases) {
    if (message === undefined) continue
    const text = JSON.stringify({ choices: [{ index: 0, message }], svc })
    const state = judged({ text, request: JSON.stringify({ messages }) })?.state
    if (failed.length > 0) expect(['failed', 'simulated']).toContain(state)
    else if (skipped.length > 0) expect(state).toBe('not-fully-checked')
  }
})

test('messages of another shape are refused', () => {
  for (const message of [null, 7, {}, { kind: 'open' }, { kind: 'part', id: -1, text: '' }]) {
    expect(() => parseFromHook(message)).toThrow()
    expect(() => parseFromPlaces(message)).toThrow()
  }
  expect(parseUiRequest({ kind: 'export-salts' })).toBeNull()
  expect(parseUiRequest({ kind: 'answer-signer-change', origin: 'x', answer: 'maybe' })).toBeNull()
})

test('an answer with choices that its request did not ask for is not read', () => {
  const { svc, message, messages } = good ?? {}
  const delta = { content: 'FORGED' }
  const buffered = JSON.stringify({
    choices: [
      { index: 0, message },
      { index: 1, message: delta },
    ],
    svc,
  })
  const first = { choices: [{ index: 0, delta: message, finish_reason: 'stop' }], svc }
  const streamed = `data: ${JSON.stringify({ choices: [{ index: 1, delta }] })}\n\ndata: ${JSON.stringify(first)}\n\n`
  for (const text of [buffered, streamed]) {
    expect(judged({ text })).toBeNull()
    expect(judged({ text, request: JSON.stringify({ model: 'm', messages, n: 2 }) })).not.toBeNull()
  }
})

test('a stream with a line that only some programs read is not read', () => {
  const { svc, message } = good ?? {}
  const event = (body: object) => `data: ${JSON.stringify(body)}\n\n`
  const lie = event({ choices: [{ index: 0, delta: { content: 'FORGED' } }] })
  const last = event({ choices: [{ index: 0, delta: message, finish_reason: 'stop' }], svc })
  expect(judged({ text: `: x\n\n${last}` })).not.toBeNull()
  expect(judged({ text: `: x\n\ufeff${lie}${last}` })).toBeNull()
  expect(judged({ text: `: x\n\n ${lie}${last}` })).toBeNull()
  expect(judged({ text: `${last}data: [DONE]\n\n${lie}` })).toBeNull()
})
