import type { ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type Asked } from '../../support/requests/ask.ts'
import { expectRefusal } from '../../support/requests/expect-refusal.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import {
  answerJson,
  answerSse,
  chunk,
  done,
  startTestUpstream,
} from '../../support/peers/test-upstream.ts'

// What the operator reads where an upstream refused, broke off, or said 200 and gave no answer.

const upstream = await untilEnd(startTestUpstream())
const gateway = await untilEnd(startGateway({ config: configFor(upstream.baseUrl) }))

const messages = [{ role: 'user', content: 'hi' }]
const chat = (more: object) =>
  ask(`${gateway.baseUrl}/v1/chat/completions`, { model: 'test-private', messages, ...more })

const deliveries = [
  ['buffered', {}],
  ['streamed', { stream: true }],
] as const

const idOf = (answer: Asked) => answer.headers.get('x-request-id') ?? ''

/** The lines of the log about a request. */
async function linesOf(id: string): Promise<readonly string[]> {
  await expect.poll(() => gateway.output()).toContain(id)
  return gateway
    .output()
    .split('\n')
    .filter((line) => line.includes(id))
}

const canary = 'my patient has canary disease'
const wholeChat = { index: 0, message: { role: 'assistant', content: canary } }

test.each([
  ['JSON of another kind', JSON.stringify({ said: canary }), 'COMPLETION_MALFORMED'],
  ['no choices', JSON.stringify({ choices: [], said: canary }), 'COMPLETION_MALFORMED'],
  ['JSON that breaks off', `{"choices":[{"message":"${canary}`, 'JSON_MALFORMED'],
  ['a name twice', `{"a":"${canary}","a":1}`, 'JSON_DUPLICATE_KEY'],
  ['an svc of its own', JSON.stringify({ choices: [wholeChat], svc: {} }), 'COMPLETION_MALFORMED'],
  [
    'a number beyond a double',
    '{"choices":[{"message":{"role":"assistant","x":1e999}}]}',
    'JSON_NOT_CANONICALIZABLE',
  ],
  [
    'half a character',
    JSON.stringify({ choices: [wholeChat] }).replace('disease', '\\ud83d'),
    'JSON_NOT_CANONICALIZABLE',
  ],
])('a 200 that is no completion is one warning, buffered: %s', async (_, body, cause) => {
  upstream.answerWith(answerJson(body))
  const answer = await chat({})
  expectRefusal(answer, 502, 'upstream_error')
  const lines = await linesOf(idOf(answer))
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    {
      level: 40,
      time: expect.any(Number) as number,
      requestId: idOf(answer),
      upstream: 'own',
      kind: 'unreadable',
      status: 200,
      cause,
      msg: 'an upstream gave no answer',
    },
  ])
  expect(gateway.output()).not.toContain('canary')
})

test.each([
  ['no JSON', [`data: ${canary}\n\n`], 'unreadable', 'JSON_MALFORMED'],
  ['JSON of another kind', ['data: {"choices":7}\n\n'], 'unreadable', 'COMPLETION_MALFORMED'],
  ['an end too early', [chunk({ content: canary }), done], 'broken', 'INCOMPLETE'],
  ['an error of its own', ['data: {"error":{"message":"canary"}}\n\n'], 'failed', 'ERROR_EVENT'],
])('a stream that no receipt can cover is one warning: %s', async (_, pieces, kind, cause) => {
  upstream.answerWith(answerSse([chunk({ content: 'begun' }), ...pieces]))
  const answer = await chat({ stream: true })
  expect(answer.text).toContain('"code":"upstream_error"')
  const lines = await linesOf(idOf(answer))
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, upstream: 'own', kind, status: 200, cause },
  ])
  expect(gateway.output()).not.toContain('canary')
})

test.each(deliveries)(
  'the operator gets one warning a failure, %s: which upstream, what happened, the status, and no text',
  async (_, more) => {
    const troubles = [
      [401, 'refused'],
      [402, 'refused'],
      [403, 'refused'],
      [500, 'failed'],
      [503, 'failed'],
      [409, 'failed'],
      [429, 'busy'],
    ] as const
    const content = 'my patient has canary disease'
    for (const [status, kind] of troubles) {
      const message = `Incorrect API key provided: sk-operator-0canary. You said: ${content}`
      upstream.answerWith(answerJson(JSON.stringify({ error: { message } }), status))
      const answer = await chat({ ...more, messages: [{ role: 'user', content }] })
      const [line, ...others] = await linesOf(idOf(answer))
      expect(others).toEqual([])
      expect(JSON.parse(line ?? '')).toEqual({
        level: 40,
        time: expect.any(Number) as number,
        requestId: idOf(answer),
        upstream: 'own',
        kind,
        status,
        cause: null,
        msg: 'an upstream gave no answer',
      })
    }
    expect(gateway.output()).not.toContain('canary')
  },
)

test.each(deliveries)(
  'a connection that breaks off is 502, logged and counted, %s',
  async (_, more) => {
    const count = async () => {
      const text = await (await fetch(`${gateway.baseUrl}/api/metrics`)).text()
      const line = /^countersign_upstream_failures_total\{upstream="own",kind="broken"\} (\d+)$/m
      return Number(line.exec(text)?.[1] ?? 0)
    }
    const before = await count()
    upstream.answerWith((response) => void response.socket?.destroy())
    const answer = await chat(more)
    expectRefusal(answer, 502, 'upstream_error')
    const lines = await linesOf(idOf(answer))
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { upstream: 'own', kind: 'broken', status: null, cause: 'UND_ERR_SOCKET' },
    ])
    expect(await count()).toBe(before + 1)
  },
)

test('a refusal of the caller’s own request is no warning', async () => {
  upstream.answerWith(answerJson('{"error":{"message":"canary"}}', 400))
  const refused = await chat({})
  upstream.answerWith(answerJson('{}', 500))
  const failed = await chat({})
  await linesOf(idOf(failed))
  expect(gateway.output()).not.toContain(idOf(refused))
})

const page = (status: number, type: string) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': type }).end('<html>canary</html>')

test.each(deliveries)(
  'an answer that is a page for people is logged as that, %s',
  async (_, more) => {
    for (const [status, type, cause, kind] of [
      [200, 'text/html; charset=utf-8', 'HTML', 'unreadable'],
      [200, 'text/canary', 'NOT_JSON', 'unreadable'],
      [404, 'text/html', 'HTML', 'failed'],
      [404, 'text/plain', 'NOT_JSON', 'failed'],
      [500, 'text/html', 'HTML', 'failed'],
      [401, 'text/html', 'HTML', 'refused'],
    ] as const) {
      upstream.answerWith(page(status, type))
      const lines = await linesOf(idOf(await chat(more)))
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
        { level: 40, upstream: 'own', kind, status, cause },
      ])
    }
    expect(gateway.output()).not.toContain('canary')
  },
)

test('why an upstream is not reached is logged: nobody listens, or it speaks another protocol there', async () => {
  const { port } = new URL(upstream.baseUrl)
  const raw = createServer((socket) => void socket.end('canary\r\n\r\n'))
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
  const rawPort = (raw.address() as AddressInfo).port
  const reached = [
    ['http://127.0.0.1:1/v1', 'unreachable', /^ECONNREFUSED$/],
    ['http://name.invalid/v1', 'unreachable', /^(ENOTFOUND|EAI_AGAIN)$/],
    // https for http, and something that is no HTTP at all.
    [`https://127.0.0.1:${port}/v1`, 'unreachable', /^(ERR_SSL_|EPROTO)/],
    [`http://127.0.0.1:${rawPort}/v1`, 'broken', /^NOT_HTTP$/],
  ] as const
  const upstreams = reached.map(([base], index) => ({
    id: `own-${index}`,
    kind: 'openai' as const,
    base_url: base,
    mode: 'private' as const,
    models: { [`model-${index}`]: 'upstream-model' },
  }))
  const other = await untilEnd(startGateway({ config: { upstreams } }))
  for (const [index, [, kind, cause]] of reached.entries()) {
    const answer = await ask(`${other.baseUrl}/v1/chat/completions`, {
      model: `model-${index}`,
      messages: [{ role: 'user', content: 'hi' }],
    })
    expectRefusal(answer, 502, 'upstream_error')
    const lines = () =>
      other
        .output()
        .split('\n')
        .filter((line) => line.includes(idOf(answer)))
    await expect.poll(lines).toHaveLength(1)
    expect(lines().map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        level: 40,
        upstream: `own-${index}`,
        kind,
        status: null,
        cause: expect.stringMatching(cause) as string,
      },
    ])
  }
  expect(other.output()).not.toContain('canary')
  raw.close()
})
