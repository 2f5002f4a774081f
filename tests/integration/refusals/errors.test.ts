import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask, toAsked } from '../../support/requests/ask.ts'
import { expectDocumented, fetchDocument } from '../../support/requests/expect-documented.ts'
import { expectRefusal } from '../../support/requests/expect-refusal.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { answerJson, answerText, startTestUpstream } from '../../support/peers/test-upstream.ts'

// What rows of the errors table say, buffered and streamed; all of them at each path: every-refusal.test.ts.

const upstream = await untilEnd(startTestUpstream())
const config = configFor(upstream.baseUrl)
const gateway = await untilEnd(startGatewayHere({ config }))
/** It waits for no answer. */
const impatient = await untilEnd(
  startGatewayHere({
    config: {
      ...config,
      upstreams: config.upstreams.map((each) => ({ ...each, timeout_ms: 300 })),
    },
  }),
)
const unreachable = await untilEnd(startGatewayHere({ config: configFor('http://127.0.0.1:1/v1') }))
const document = await fetchDocument(gateway.baseUrl)

const messages = [{ role: 'user', content: 'hi' }]
const deliveries = [
  ['buffered', {}],
  ['streamed', { stream: true }],
] as const

/** Whatever is refused stands in the OpenAPI document. */
async function chat(
  more: object,
  headers: Readonly<Record<string, string>> = {},
  base = gateway.baseUrl,
) {
  const path = '/v1/chat/completions'
  const answer = await ask(base + path, { model: 'test-private', messages, ...more }, headers)
  expectDocumented(document, { method: 'post', path }, answer)
  return answer
}

test.each(deliveries)('400 invalid_request_error, %s, names the member', async (_, more) => {
  const wrong: readonly (readonly [object, string | null])[] = [
    [{ messages: 'x' }, 'messages'],
    [{ messages: [] }, 'messages'],
    [{ messages: undefined }, 'messages'],
    [{ model: 7 }, 'model'],
    [{ model: undefined }, 'model'],
    [{ messages: [{ role: 'wizard', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'user', content: 7 }] }, 'messages[0].content'],
    [{ messages: ['x'] }, 'messages[0]'],
    [{ shown_mode: 'sealed' }, 'shown_mode'],
    [{ messages: [{ role: 'user', content: '\ud800' }] }, 'messages[0].content'],
  ]
  for (const [members, param] of wrong) {
    const answer = await chat({ ...more, ...members })
    expect(expectRefusal(answer, 400, 'invalid_request_error').param).toBe(param)
  }
})

test.each(deliveries)('401 invalid_api_key, %s, for whatever is no key', async (_, more) => {
  for (const authorization of [
    'Bearer sk-csn-unknown',
    'Bearer ',
    'Bearer dummy',
    'Basic eDp5',
    'x',
  ]) {
    expectRefusal(await chat(more, { authorization }), 401, 'invalid_api_key')
  }
})

test.each(deliveries)('404 model_not_found, %s', async (_, more) => {
  expect(
    expectRefusal(await chat({ model: 'nothing', ...more }), 404, 'model_not_found').param,
  ).toBe('model')
})

test.each(deliveries)('409 shown_mode_stale, %s, says both modes', async (_, more) => {
  upstream.answerWith(answerText('canary'))
  const answer = await chat({ shown_mode: 'tee', ...more })
  const error = expectRefusal(answer, 409, 'shown_mode_stale')
  expect(error).toMatchObject({ shown_mode: 'tee', would_deliver: 'private' })
  expect(answer.headers.get('x-should-retry')).toBe('false')
  expect((await chat({ shown_mode: 'anonymized' })).status).toBe(200)
})

test.each(deliveries)('502 upstream_error, %s, hides the message of a 5xx', async (_, more) => {
  upstream.answerWith(answerJson('{"error":{"message":"internal canary"}}', 500))
  const answer = await chat(more)
  expect(expectRefusal(answer, 502, 'upstream_error').message).not.toContain('canary')
})

test.each(deliveries)('502 upstream_error, %s, when nothing answers', async (_, more) => {
  for (const model of ['test-anonymized', 'test-private']) {
    expectRefusal(await chat({ model, ...more }, {}, unreachable.baseUrl), 502, 'upstream_error')
  }
})

test('502 upstream_error when the upstream does not stream, or streams unasked', async () => {
  upstream.answerWith(answerText('x'))
  expectRefusal(await chat({ stream: true }), 502, 'upstream_error')
  upstream.answerWith((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: [DONE]\n\n')
  })
  expectRefusal(await chat({}), 502, 'upstream_error')
})

test('502 upstream_error when the connection breaks in a buffered answer', async () => {
  upstream.answerWith((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"choices":')
    response.socket?.resetAndDestroy()
  })
  expectRefusal(await chat({}), 502, 'upstream_error')
})

test.each(deliveries)('503 attestation_unavailable, %s, lists the checks', async (_, more) => {
  const answer = await chat({ model: 'test-sealed', ...more })
  const error = expectRefusal(answer, 503, 'attestation_unavailable')
  expect(error).toHaveProperty('checks')
})

test.each(deliveries)('504 upstream_timeout, %s', async (_, more) => {
  upstream.answerWith(() => {})
  expectRefusal(await chat(more, {}, impatient.baseUrl), 504, 'upstream_timeout')
})

test('404 names the path and what is served, and a base address that ends too late', async () => {
  const message = async (path: string) => {
    const answer = await ask(gateway.baseUrl + path, { messages })
    return expectRefusal(answer, 404, 'not_found').message
  }
  const plain = await message('/v1/completions?key=canary')
  expect(plain).toContain('Nothing is served at /v1/completions.')
  expect(plain).not.toContain('canary')
  for (const served of ['POST /v1/chat/completions', 'GET /v1/models', 'GET /docs']) {
    expect(plain).toContain(served)
  }
  expect(plain).not.toContain('base address')
  for (const path of [
    '/v1/chat/completions/chat/completions',
    '/v1/chat/completions/v1/chat/completions',
    '/chat/completions/models',
  ]) {
    const said = await message(path)
    expect(said).toContain(path)
    expect(said).toContain('ends in /chat/completions. End it in /v1')
  }
  expect(await message('/v1/v1/chat/completions')).toContain('ends in /v1/v1')
  const long = await message(`/${'x'.repeat(2_000)}`)
  expect(long.length).toBeLessThan(600)
})

test('404 and 405 for paths, 400 for a path that is no URL', async () => {
  const get = async (path: string, method: string) =>
    toAsked(await fetch(`${gateway.baseUrl}${path}`, { method }))
  expectRefusal(await get('/v1/nothing', 'GET'), 404, 'not_found')
  expectRefusal(await get('/v1/models/none/such', 'GET'), 404, 'model_not_found')
  const wrongMethod = await get('/v1/chat/completions', 'GET')
  expectRefusal(wrongMethod, 405, 'method_not_allowed')
  expect(wrongMethod.headers.get('allow')).toBe('POST, OPTIONS')
  expectRefusal(await get('/v1/models/%zz', 'GET'), 400, 'invalid_request_error')
})

test('base addresses work with and without /v1, and with a slash too many', async () => {
  upstream.answerWith(answerText('x'))
  for (const path of ['/v1/chat/completions', '/chat/completions', '/v1//chat/completions/']) {
    expect((await ask(gateway.baseUrl + path, { model: 'default', messages })).status).toBe(200)
  }
  expect((await fetch(`${gateway.baseUrl}/models`)).status).toBe(200)
})

test('a preflight allows the headers that clients send, for a day', async () => {
  const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://chat.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers':
        'authorization, content-type, x-api-key, x-stainless-lang, openai-beta, anthropic-version, anthropic-dangerous-direct-browser-access, x-e2ee-nonce, x-svc-release, x-evil',
    },
  })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-max-age')).toBe('86400')
  expect(response.headers.get('access-control-allow-headers')).toBe(
    'authorization, content-type, x-api-key, x-stainless-lang, openai-beta, anthropic-version, anthropic-dangerous-direct-browser-access, x-e2ee-nonce, x-svc-release',
  )
  expect(response.headers.get('x-ratelimit-limit-requests')).not.toBeNull()
})
