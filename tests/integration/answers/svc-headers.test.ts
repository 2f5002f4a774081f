import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { expectRefusal } from '../../support/requests/expect-refusal.ts'
import { answerSse, answerText, chunk, done } from '../../support/peers/test-upstream.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

// What tools read and send that keep neither unknown members of an answer nor of a request.

const { upstream, gateway } = await startWithUpstream()

const messages = [{ role: 'user' as const, content: 'hi' }]
const header = (mode: string) => ({ 'x-svc-shown-mode': mode })

function chat(more: object, headers: Readonly<Record<string, string>> = {}) {
  const body = { model: 'test-anonymized', messages, ...more }
  return ask(`${gateway.baseUrl}/v1/chat/completions`, body, headers)
}

test('a buffered answer says its mode and its receipt’s digest in headers', async () => {
  upstream.answerWith(answerText('ok'))
  const answer = await chat({})
  const { svc } = answer.json<{ svc: { receipt_digest: string; privacy_mode: string } }>()
  expect(answer.headers.get('x-svc-mode')).toBe(svc.privacy_mode)
  expect(answer.headers.get('x-svc-receipt-digest')).toBe(svc.receipt_digest)
})

test('a stream says its mode before its first byte', async () => {
  upstream.answerWith(answerSse([chunk({ content: 'ok' }), chunk({}, 'stop'), done]))
  const { headers } = await chat({ stream: true })
  expect(headers.get('x-svc-mode')).toBe('anonymized')
  expect(headers.get('x-svc-receipt-digest')).toBeNull()
})

test('an upstream’s own headers of these names reach nobody', async () => {
  const forged = { 'x-svc-mode': 'e2ee', 'x-svc-receipt-digest': '00'.repeat(32) }
  upstream.answerWith((response, request) => {
    for (const [name, value] of Object.entries(forged)) response.setHeader(name, value)
    return answerText('ok')(response, request)
  })
  const { headers } = await chat({})
  expect(headers.get('x-svc-mode')).toBe('anonymized')
  expect(headers.get('x-svc-receipt-digest')).not.toBe(forged['x-svc-receipt-digest'])
})

test('the header asks for the same as the member, and is not forwarded', async () => {
  upstream.answerWith(answerText('ok'))
  for (const headers of [header('private'), header('tee')]) {
    for (const more of [{}, { stream: true }]) {
      const refused = await chat(more, headers)
      const error = expectRefusal(refused, 409, 'shown_mode_stale')
      expect(error).toMatchObject({
        shown_mode: headers['x-svc-shown-mode'],
        would_deliver: 'anonymized',
      })
      expect(refused.headers.get('x-svc-mode')).toBe('anonymized')
    }
  }
  const before = upstream.requests.length
  expect((await chat({ shown_mode: 'anonymized' }, header('anonymized'))).status).toBe(200)
  expect(Object.keys(upstream.requests[before]?.headers ?? {}).join()).not.toContain('svc')
})

test('two modes that differ, and another word, are a 400 that names the header', async () => {
  const wrong = [
    [{ shown_mode: 'private' }, 'tee'],
    [{ shown_mode: 'tee' }, 'anonymized'],
    [{}, 'Private'],
    [{}, 'tee, tee'],
    [{}, ''],
  ] as const
  for (const [more, mode] of wrong) {
    const error = expectRefusal(await chat(more, header(mode)), 400, 'invalid_request_error')
    expect(error.param).toBe('x-svc-shown-mode')
  }
})

test('pages may read these headers, and send theirs', async () => {
  const url = `${gateway.baseUrl}/v1/chat/completions`
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'x-svc-shown-mode' },
  })
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-svc-shown-mode')
  const exposed = (await chat({})).headers.get('access-control-expose-headers')
  expect(exposed).toContain('x-svc-mode')
  expect(exposed).toContain('x-svc-receipt-digest')
})

test('the official client sends the header, and reads the others beside its answer', async () => {
  upstream.answerWith(answerText('ok'))
  const client = new OpenAI({
    baseURL: `${gateway.baseUrl}/v1`,
    apiKey: 'none',
    maxRetries: 0,
    defaultHeaders: header('anonymized'),
  })
  const body = { model: 'test-anonymized', messages }
  const { response } = await client.chat.completions.create(body).withResponse()
  expect(response.headers.get('x-svc-mode')).toBe('anonymized')
  const stricter = client.withOptions({ defaultHeaders: header('private') })
  const refused = stricter.chat.completions.create(body)
  await expect(refused).rejects.toBeInstanceOf(OpenAI.ConflictError)
})

test('the key “none” is signed out, and any other unknown key is refused', async () => {
  upstream.answerWith(answerText('ok'))
  const withKey = (key: string) => chat({}, { authorization: `Bearer ${key}` })
  const limitOf = async (key: string) =>
    (await withKey(key)).headers.get('x-ratelimit-limit-requests')
  expect((await withKey('none')).status).toBe(200)
  expect(await limitOf('none')).toBe((await chat({})).headers.get('x-ratelimit-limit-requests'))
  for (const key of ['None', 'NONE', 'none1', 'dummy', 'sk-no-key-required', 'null', 'None,none']) {
    expectRefusal(await withKey(key), 401, 'invalid_api_key')
  }
  const self = await fetch(`${gateway.baseUrl}/api/keys/self`, {
    headers: { authorization: 'Bearer none' },
  })
  expect(self.status).toBe(401)
  expect(((await self.json()) as ErrorBody).error.code).toBe('invalid_api_key')
})

test('the OpenAPI document lists the headers of a chat', async () => {
  const document = (await (await fetch(`${gateway.baseUrl}/openapi.json`)).json()) as {
    paths: Record<
      string,
      {
        post: {
          parameters: readonly { name: string; in: string }[]
          responses: Record<string, { headers: object }>
        }
      }
    >
  }
  for (const path of ['/v1/chat/completions', '/api/e2ee/relay']) {
    const { parameters, responses } = document.paths[path]?.post ?? {
      parameters: [],
      responses: {},
    }
    const headers = parameters.filter((each) => each.in === 'header').map(({ name }) => name)
    expect(headers).toEqual(expect.arrayContaining(['x-svc-shown-mode', 'x-svc-release']))
    expect(Object.keys(responses['200']?.headers ?? {})).toEqual([
      'x-svc-mode',
      'x-svc-receipt-digest',
    ])
  }
})
