import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type Asked, type ErrorBody } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { makeKey } from '../../support/gateway/make-key.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

const { upstream, gateway } = await startWithUpstream()
const key = `Bearer ${await makeKey(gateway.baseUrl)}`

const path = '/v1/chat/completions'
const askWithKey = (body: string | Buffer | object) =>
  ask(`${gateway.baseUrl}${path}`, body, { authorization: key })

function refusalOf(answer: Asked): readonly unknown[] {
  const { code, limit, most, param } = answer.json<ErrorBody>().error
  return [answer.status, code, limit, most, param]
}

const request = (members: string, messages = '[{"role":"user","content":"hi"}]') =>
  `{"model":"test-private","messages":${messages}${members}}`

const many = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`

const tooMany: readonly (readonly [string, string, string, number, string | null])[] = [
  [
    'many empty parts',
    request('', `[{"role":"user","content":${many('{}', 200_000)}}]`),
    'values',
    100_000,
    null,
  ],
  ['many members', request(`,${many('"x":1', 200_000).slice(1, -1)}`), 'values', 100_000, null],
  ['many messages', request('', many('{"role":"user"}', 200_000)), 'values', 100_000, null],
  ['129 levels', request(`,"x":${'['.repeat(129)}${']'.repeat(129)}`), 'depth', 128, null],
  [
    '10,001 messages',
    request('', many('{"role":"user","content":"x"}', 10_001)),
    'messages',
    10_000,
    'messages',
  ],
  [
    '1,001 parts',
    request(
      '',
      `[{"role":"user","content":"x"},{"role":"user","content":${many('{"type":"text"}', 1_001)}}]`,
    ),
    'parts',
    1_000,
    'messages[1].content',
  ],
]

test.each(tooMany)('a body with %s is refused by the limit’s name', async (_, body, ...named) => {
  const expected = [400, 'invalid_request_error', ...named]
  expect(refusalOf(await askWithKey(body))).toEqual(expected)
})

test('a body with too many values is refused before it is decoded or parsed', async () => {
  // Behind the 100,001st value it is neither UTF-8 nor JSON, and nobody comes to see that.
  const body = Buffer.concat([Buffer.from(`{"a":${many('1', 100_001)}`), Buffer.from([0xff, 0x7d])])
  expect(refusalOf(await askWithKey(body))[2]).toBe('values')
})

test('the first wrong message of thousands is named', async () => {
  const answer = await askWithKey(request('', many('{"role":"wizard"}', 9_999)))
  expect(refusalOf(answer)).toEqual([
    400,
    'invalid_request_error',
    undefined,
    undefined,
    'messages[0].role',
  ])
})

test('a body that is as large as it may be is answered', async () => {
  const messages = many('{"role":"user","content":"x"}', 10_000)
  expect((await askWithKey(request('', messages))).status).toBe(200)
  const parts = `[{"role":"user","content":${many('{"type":"text","text":"x"}', 1_000)}}]`
  expect((await askWithKey(request('', parts))).status).toBe(200)
})

test('the relay has the same limits', async () => {
  const headers = {
    'x-e2ee-version': '2',
    'x-client-pub-key': '11'.repeat(32),
    'x-model-pub-key': '22'.repeat(32),
    'x-e2ee-nonce': '33'.repeat(32),
    'x-e2ee-timestamp': String(Math.floor(Date.now() / 1000)),
    authorization: key,
  }
  const answer = await ask(
    `${gateway.baseUrl}/api/e2ee/relay`,
    request('', many('1', 200_000)),
    headers,
  )
  expect(refusalOf(answer)).toEqual([400, 'invalid_request_error', 'values', 100_000, null])
})

const twoMiB = 2 * 1024 * 1024

/** What comes back when this head is sent, and then these pieces, and no more. */
async function answerToHead(
  target: string,
  headers: readonly string[],
  pieces: readonly Buffer[] = [],
) {
  const { hostname, port } = new URL(gateway.baseUrl)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write([`POST ${target} HTTP/1.1`, 'host: 127.0.0.1', ...headers, '', ''].join('\r\n'))
  for (const piece of pieces) socket.write(piece)
  let heard = ''
  while (!/\r\n\r\n\{.*\}$/s.test(heard)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    heard += chunk.toString()
  }
  const [head = '', body = ''] = heard.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), error: (JSON.parse(body) as ErrorBody).error }
}

const refusedUnread: readonly (readonly [string, string, string, number])[] = [
  ['a chat request', path, 'body_limit_bytes_without_key', twoMiB],
  ['a relayed request', '/api/e2ee/relay', 'body_limit_bytes_without_key', twoMiB],
  ['a request for a key', '/api/keys', 'body', 16 * 1024],
  ['a voucher', '/api/keys/self/redeem', 'body', 16 * 1024],
  ['a path that does not exist', '/v1/nothing', 'body', 16 * 1024],
]

test.each(refusedUnread)(
  '%s without a key is refused by its length, before it is sent',
  async (_, target, limit, most) => {
    const { status, error } = await answerToHead(target, [`content-length: ${most + 1}`])
    expect([status, error.code, error['limit'], error['most']]).toEqual([
      413,
      'request_too_large',
      limit,
      most,
    ])
  },
)

test('a body of no length is refused as soon as it is too long', async () => {
  const piece = Buffer.concat([
    Buffer.from('10000\r\n'),
    Buffer.alloc(0x10000, 0x20),
    Buffer.from('\r\n'),
  ])
  const pieces = Array<Buffer>(twoMiB / 0x10000 + 1).fill(piece)
  const { status, error } = await answerToHead(path, ['transfer-encoding: chunked'], pieces)
  expect([status, error['limit']]).toEqual([413, 'body_limit_bytes_without_key'])
})

test('a wrong key buys no larger body: it is refused before the body is sent', async () => {
  const headers = ['authorization: Bearer sk-csn-wrong', `content-length: ${twoMiB * 4}`]
  const { status, error } = await answerToHead(path, headers)
  expect([status, error.code]).toEqual([401, 'invalid_api_key'])
})

test('a key buys a larger body', async () => {
  const body = request(`,"x":"${'x'.repeat(twoMiB)}"`)
  expect((await ask(`${gateway.baseUrl}${path}`, body)).status).toBe(413)
  expect((await askWithKey(body)).status).toBe(200)
})

test('the operator’s limits hold, and the document of the API names them', async () => {
  const limits = {
    body_limit_bytes: 9_000,
    body_limit_bytes_without_key: 4_000,
    request_limits: { messages: 3, parts: 2, values: 100, depth: 9 },
  }
  const strict = await untilEnd(startGatewayHere({ config: configFor(upstream.baseUrl, limits) }))
  const authorization = `Bearer ${await makeKey(strict.baseUrl)}`
  const url = `${strict.baseUrl}${path}`
  const said = async (body: string, headers = {}) =>
    refusalOf(await ask(url, body, headers)).slice(0, 4)
  const x = (length: number) => request(`,"x":"${'x'.repeat(length)}"`)
  expect(await said(x(4_000))).toEqual([
    413,
    'request_too_large',
    'body_limit_bytes_without_key',
    4_000,
  ])
  expect((await ask(url, x(4_000), { authorization })).status).toBe(200)
  expect(await said(x(9_000), { authorization })).toEqual([
    413,
    'request_too_large',
    'body_limit_bytes',
    9_000,
  ])
  const message = '{"role":"user","content":"x"}'
  const invalid = [400, 'invalid_request_error']
  expect(await said(request('', many(message, 4)))).toEqual([...invalid, 'messages', 3])
  expect(
    await said(request('', `[{"role":"user","content":${many('{"type":"text"}', 3)}}]`)),
  ).toEqual([...invalid, 'parts', 2])
  expect(await said(request(`,"x":${many('1', 100)}`))).toEqual([...invalid, 'values', 100])
  expect(await said(request(`,"x":${'['.repeat(9)}${']'.repeat(9)}`))).toEqual([
    ...invalid,
    'depth',
    9,
  ])
  const document = await (await fetch(`${strict.baseUrl}/openapi.json`)).text()
  for (const name of [...Object.keys(limits.request_limits), 'body_limit_bytes_without_key']) {
    expect(document).toContain(`\`${name}\``)
  }
  for (const value of ['8.7 KiB', '3.9 KiB without', '3 `messages`', '2 `parts`', '100 `values`']) {
    expect(document).toContain(value)
  }
})
