import { expect, test } from 'vitest'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { judgeAnswer, type Trust } from '../../../extension/background/judge-answer.ts'
import { parseFromPage, parsePopupRequest } from '../../../extension/messages.ts'
import vectors from '../../vectors/answer.countersign.json' with { type: 'json' }

const origin = 'https://gateway.example.com'
const signers = parseSignerHistory(vectors.limits)
const gateways = [{ origin, signers, pinnedAt: 0, key: null, proposed: null }]
const trust: Trust = { gateways, development: false }
const good = vectors.cases.find(({ failed, skipped }) => failed.length + skipped.length === 0)

function received(more: { url?: string; request?: string | null; text?: string } = {}) {
  const { svc, message, messages } = good ?? {}
  return {
    url: `${origin}/v1/chat/completions`,
    request: JSON.stringify({ model: 'm', messages }),
    text: JSON.stringify({ choices: [{ index: 0, message }], svc }),
    ...more,
  }
}

const view = (more: Parameters<typeof received>[0] = {}, trusted = trust) =>
  judgeAnswer(received(more), trusted)?.view

test('an answer straight from the gateway is verified with both its sides', () => {
  expect(view()?.tone).toMatch(/^(good|promise)$/)
  expect(view()?.detail).toContain('from the gateway to this page')
})

test('through a site’s own server the messages are not established, and the way is told', () => {
  expect(view({ url: 'https://chat.example.com/api/chat' })).toMatchObject({
    tone: 'warn',
    label: 'Partly checked',
    detail: expect.stringContaining('whose server saw it in clear') as string,
  })
})

test('other messages than the page sent fail, and the check is named', () => {
  const request = JSON.stringify({ messages: [{ role: 'user', content: 'another' }] })
  expect(view({ request })).toMatchObject({
    tone: 'bad',
    detail: expect.stringContaining('commitment.prompt') as string,
  })
})

test('a receipt of a gateway that the user did not name is nobody’s', () => {
  expect(view({}, { gateways: [], development: false })?.label).toBe(
    'Receipt of an unknown gateway',
  )
})

test('what carries no svc, or cannot be read, is not judged', () => {
  expect(judgeAnswer(received({ text: '{"choices":[]}' }), trust)).toBeNull()
  expect(judgeAnswer(received({ text: 'an essay about "svc" and nothing else' }), trust)).toBeNull()
})

test('every vector leads to a badge that never claims more than its verdict', () => {
  for (const { svc, message, messages, failed, skipped } of vectors.cases) {
    if (message === undefined) continue
    const text = JSON.stringify({ choices: [{ index: 0, message }], svc })
    const shown = view({ text, request: JSON.stringify({ messages }) })
    if (failed.length > 0) expect(['bad', 'warn']).toContain(shown?.tone)
    else if (skipped.length > 0) expect(shown?.tone).toBe('warn')
  }
})

test('messages of another shape are refused', () => {
  for (const message of [null, 7, {}, { kind: 'open' }, { kind: 'part', id: -1, text: '' }]) {
    expect(() => parseFromPage(message)).toThrow()
  }
  expect(parsePopupRequest({ kind: 'export-salts' })).toBeNull()
})
