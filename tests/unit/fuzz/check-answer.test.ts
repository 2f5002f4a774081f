import { expect, test } from 'vitest'
import { checkAnswer } from '../../fuzz/check-answer.ts'
import { chatCase } from '../../fuzz/fuzz-case.ts'
import type { FuzzAnswer } from '../../fuzz/send-case.ts'

const sent = chatCase('test', '{"model":"m","messages":[{"role":"user","content":"hi"}]}')
const raw = chatCase('test', 'POST / HTTP/1.1', { transport: 'raw' })

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'req_1',
  'x-ratelimit-limit-requests': '20',
}
const error = { message: 'no', type: 'invalid_request_error', param: null, code: 'x' }

function answer(status: number, body: unknown, more: object = {}): FuzzAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: { ...headers, ...more }, body: Buffer.from(text) }
}

test('an error in the shape of OpenAI passes', () => {
  expect(checkAnswer(sent, answer(400, { error }))).toBeNull()
})

/** An answer to `sent`, sealed under salts of one letter. */
function completion(change: { readonly prompt?: string; readonly text?: string } = {}) {
  // sha256 of `p:[{"content":"hi","role":"user"}]`, `r:{"content":"ok","role":"assistant"}` and of
  // the body that holds both, computed with sha256sum.
  const body = {
    promptCommit:
      change.prompt ?? '392377dfd6ba45dcd4bffafc81db3b43871ee984f4fbc6696d32ec395fcf7409',
    responseCommit: '38d01947731810a17fbeacf0ea76612b5a3856f2199a9a862c36b506bdf11b49',
  }
  return {
    choices: [{ index: 0, message: { role: 'assistant', content: change.text ?? 'ok' } }],
    svc: {
      receipt: { body, digest: '0625a12bffcdf4cbb07003168f5ccd2bba3e34074fb63b0fff9e400b451d8128' },
      commitment_salts: { prompt: 'p', response: 'r' },
    },
  }
}

test('an answer whose commitments open passes', () => {
  expect(checkAnswer(sent, answer(200, completion()))).toBeNull()
})

test.each<readonly [string, FuzzAnswer | null, RegExp]>([
  ['no answer', null, /without an answer/],
  ['a 500', answer(500, { error }), /status 500/],
  ['a 502', answer(502, { error }), /status 502/],
  ['a redirection', answer(302, ''), /status 302/],
  ['an error page', answer(400, '<html>', { 'content-type': 'text/html' }), /no JSON/],
  ['an error that only claims to be JSON', answer(400, '<html>'), /without a message/],
  ['an error without a code', answer(400, { error: { ...error, code: null } }), /without a code/],
  ['an empty code', answer(400, { error: { ...error, code: '' } }), /without a code/],
  ['an error without a type', answer(400, { error: { ...error, type: 3 } }), /without a type/],
  ['a param that is a number', answer(400, { error: { ...error, param: 3 } }), /param/],
  ['a digest of another body', answer(200, completion({ prompt: '0'.repeat(64) })), /digest/],
  ['a commitment to another answer', answer(200, completion({ text: 'no' })), /another answer/],
  [
    'a stream that breaks off',
    answer(200, 'data: {"svc":{}}\n\n', { 'content-type': 'text/event-stream' }),
    /DONE/,
  ],
  [
    'a stream without a receipt',
    answer(200, 'data: {}\n\ndata: [DONE]\n\n', { 'content-type': 'text/event-stream' }),
    /svc/,
  ],
])('%s is a failure', (_, given, reason) => {
  expect(checkAnswer(sent, given)).toMatch(reason)
})

test('a commitment to messages that were not sent is a failure', () => {
  const other = chatCase('test', '{"model":"m","messages":[{"role":"user","content":"ho"}]}')
  expect(checkAnswer(other, answer(200, completion()))).toMatch(/other messages/)
})

test('an answer without a request id or a budget is a failure', () => {
  for (const name of ['x-request-id', 'x-ratelimit-limit-requests'] as const) {
    const { [name]: _, ...rest } = headers
    expect(checkAnswer(sent, { ...answer(400, { error }), headers: rest })).toContain(
      name.slice(0, 11),
    )
  }
})

test('a connection may be closed on a caller who writes no HTTP, but not on a client', () => {
  expect(checkAnswer(raw, null)).toBeNull()
  expect(checkAnswer(sent, null)).not.toBeNull()
})

const hostile = chatCase('test', sent.body, { upstream: 'hostile' })
const sse = { 'content-type': 'text/event-stream; charset=utf-8' }
const failure = (code: string) => answer(502, { error: { ...error, code } })

test('a hostile upstream may be refused, and nothing else may be at fault', () => {
  expect(checkAnswer(hostile, failure('upstream_error'))).toBeNull()
  expect(checkAnswer(hostile, failure('internal_error'))).toMatch(/status 502/)
  expect(checkAnswer(sent, failure('upstream_error'))).toMatch(/status 502/)
})

test.each([
  ['that is sealed', 'data: {"svc":{}}\n\ndata: [DONE]\r\n\r\n', null],
  ['that ends with an error', 'data: {}\n\ndata: {"error":{"code":"upstream_error"}}\n\n', null],
  ['with neither', 'data: {}\n\ndata: [DONE]\n\n', /neither/],
  ['that ends with a fault of ours', 'data: {"error":{"code":"internal_error"}}\n\n', /internal/],
])('a stream of a hostile upstream %s is judged', (_, text, expected) => {
  const found = checkAnswer(hostile, answer(200, text, sse))
  if (expected === null) expect(found).toBeNull()
  else expect(found).toMatch(expected)
})
