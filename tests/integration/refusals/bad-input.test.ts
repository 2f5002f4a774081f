import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { answerText } from '../../support/peers/test-upstream.ts'
import { makeKey } from '../../support/gateway/make-key.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

const { upstream, gateway } = await startWithUpstream()

const good = '"model":"test-private","messages":[{"role":"user","content":"hi"}]'
const twentyMiB = 20 * 1024 * 1024

const refused: readonly (readonly [string, string | Buffer])[] = [
  ['nothing', ''],
  ['no JSON', '{"model":'],
  ['JSON of another kind', '[]'],
  ['null', 'null'],
  ['a byte order mark', `\ufeff{${good}}`],
  ['bytes that are no UTF-8', Buffer.from(`{${good.replace('hi', '\u00ff')}}`, 'latin1')],
  ['a lone surrogate in text', `{${good},"x":"\\ud800"}`],
  ['a lone surrogate in a name', `{${good},"\\udfff":1}`],
  ['a number beyond a double', `{${good},"temperature":1e999}`],
  ['a member twice', `{${good},"model":"other"}`],
  ['a member twice, one escaped', `{${good},"mod\\u0065l":"other"}`],
  ['a nested member twice', `{${good},"x":[{"a":1,"a":2}]}`],
  ['many open brackets', '['.repeat(100_000)],
  ['many levels', `{${good},"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
]

test.each(refused)('a body of %s is refused, and named', async (_, body) => {
  const answer = await ask(`${gateway.baseUrl}/v1/chat/completions`, body)
  expect(answer.status).toBe(400)
  expect(answer.json<ErrorBody>().error.code).toBe('invalid_request_error')
})

test('a refusal repeats nothing of the body', async () => {
  for (const body of ['{"canary', '{"a":canary}', `{${good},"canary":1,"canary":1e999}`]) {
    const { text } = await ask(`${gateway.baseUrl}/v1/chat/completions`, body)
    expect(text.replace('"param":"canary"', '')).not.toContain('canary')
  }
})

test('a refusal reaches its caller while the large body is still being sent', async () => {
  const body = Buffer.alloc(twentyMiB + 1, 'x')
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => ask(`${gateway.baseUrl}/v1/chat/completions`, body)),
  )
  expect(answers.map(({ status }) => status)).toEqual([413, 413, 413])
})

test('a body of just 20 MiB is answered, with a key', async () => {
  const authorization = `Bearer ${await makeKey(gateway.baseUrl)}`
  const frame = `{${good},"x":""}`.length
  const body = Buffer.from(`{${good},"x":"${'x'.repeat(twentyMiB - frame)}"}`)
  const answer = await ask(`${gateway.baseUrl}/v1/chat/completions`, body, { authorization })
  expect(answer.status).toBe(200)
})

/** What comes back when exactly these bytes are sent over a connection. */
async function raw(bytes: string, baseUrl = gateway.baseUrl): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  const heard: Buffer[] = []
  socket.on('data', (chunk: Buffer) => heard.push(chunk))
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(heard).toString()
}

const rawRequests: readonly (readonly [string, string, number, string])[] = [
  ['what is not HTTP', 'nonsense\r\n\r\n', 400, 'invalid_request_error'],
  [
    'a line break in a header',
    'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx: a\u0000b\r\n\r\n',
    400,
    'invalid_request_error',
  ],
  [
    'two lengths that disagree',
    'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    'invalid_request_error',
  ],
]

function expectRefusal(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toMatch(/x-ratelimit-limit-requests: \d+/)
  expect((JSON.parse(body) as ErrorBody).error.code).toBe(code)
}

test.each(rawRequests)(
  '%s is refused with an error that tools can read',
  async (_, bytes, status, code) => {
    expectRefusal(await raw(bytes), status, code)
  },
)

test('no refusal is written into an answer that has begun', async () => {
  upstream.answerWith((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"choices":[{"index":0,"delta":{"content":"begun"}}]}\n\n')
  })
  onTestFinished(() => upstream.answerWith(answerText('ok')))
  const { hostname, port } = new URL(gateway.baseUrl)
  const socket = connect(Number(port), hostname)
  const body = `{${good},"stream":true}`
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  let heard = ''
  socket.on('data', (chunk: Buffer) => {
    if (!heard.includes('begun') && chunk.includes('begun')) socket.write('nonsense\r\n\r\n')
    heard += chunk.toString()
  })
  await once(socket, 'close')
  expect(heard).toMatch(/^HTTP\/1.1 200 [^]*"begun"/)
  expect(heard.split('HTTP/1.1')).toHaveLength(2)
})

test('a body that does not end in time is refused', async () => {
  const config = configFor(upstream.baseUrl, { body_timeout_ms: 300 })
  const impatient = await untilEnd(startGatewayHere({ config }))
  const head =
    'POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n'
  expectRefusal(await raw(`${head}{`, impatient.baseUrl), 408, 'request_timeout')
})
