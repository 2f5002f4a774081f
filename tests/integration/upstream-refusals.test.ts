import type { ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { ask, type Asked } from '../support/ask.ts'
import { expectRefusal } from '../support/expect-refusal.ts'
import { configFor } from '../support/gateway-config.ts'
import { startGateway } from '../support/start-gateway.ts'
import { answerJson, startTestUpstream } from '../support/test-upstream.ts'

// What an upstream says when it refuses: to the caller, to the operator, to nobody.

const upstream = await untilEnd(startTestUpstream())
const gateway = await untilEnd(startGateway({ config: configFor(upstream.baseUrl) }))

const deliveries = [
  ['buffered', {}],
  ['streamed', { stream: true }],
] as const

function chat(more: object) {
  const messages = [{ role: 'user', content: 'hi' }]
  return ask(`${gateway.baseUrl}/v1/chat/completions`, { model: 'test-private', messages, ...more })
}

test.each(deliveries)(
  'an upstream’s refusal of this request keeps its words, %s',
  async (_, more) => {
    const said = {
      message: 'context is too long',
      param: 'messages',
      code: 'context_length_exceeded',
    }
    for (const status of [400, 404, 413, 422]) {
      upstream.answerWith(answerJson(JSON.stringify({ error: said }), status))
      const answer = await chat(more)
      const error = expectRefusal(answer, status, 'context_length_exceeded')
      expect(error).toMatchObject({
        ...said,
        upstream_status: status,
        type: 'invalid_request_error',
      })
      expect(answer.headers.get('x-should-retry')).toBe('false')
    }
  },
)

test('words that an upstream says as a text, or beside no `error`, are told as well', async () => {
  for (const body of [{ error: 'the input is too long' }, { message: 'the input is too long' }]) {
    upstream.answerWith(answerJson(JSON.stringify(body), 400))
    const { message } = expectRefusal(await chat({}), 400, 'invalid_request_error')
    expect(message).toBe('the input is too long')
  }
})

test('a code of ours is an upstream’s to say only where it means the same', async () => {
  for (const [status, code, shown] of [
    [400, 'unverified_enclave', 'invalid_request_error'],
    [404, 'model_not_found', 'model_not_found'],
    [400, 'x'.repeat(65), 'invalid_request_error'],
    [422, null, 'invalid_request_error'],
    [404, 7, 'not_found'],
  ] as const) {
    upstream.answerWith(answerJson(JSON.stringify({ error: { message: 'no', code } }), status))
    expectRefusal(await chat({}), status, shown)
  }
})

test.each(deliveries)(
  '502 upstream_error, %s, when the upstream refuses the operator',
  async (_, more) => {
    for (const status of [401, 402, 403]) {
      const text = `Incorrect API key provided: sk-operator-${status}canary`
      upstream.answerWith(answerJson(JSON.stringify({ error: { message: text } }), status))
      const answer = await chat(more)
      const error = expectRefusal(answer, 502, 'upstream_error')
      expect(error).toMatchObject({ upstream_status: status })
      expect(answer.text).not.toContain('sk-operator')
      expect(answer.text).not.toContain('Incorrect')
    }
  },
)

/** The lines of the log about the requests of these ids. */
async function linesOf(...ids: readonly string[]): Promise<readonly string[]> {
  await expect.poll(() => ids.every((id) => gateway.output().includes(id))).toBe(true)
  const lines = gateway.output().split('\n')
  return lines.filter((line) => ids.some((id) => line.includes(id)))
}

const idOf = (answer: Asked) => answer.headers.get('x-request-id') ?? ''

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

test('an upstream cannot say what only the gateway says', async () => {
  const codes = [
    'shown_mode_stale',
    'Shown-Mode-Stale',
    'e2ee_tools_not_private',
    'e2ee_not_invented_yet',
    'E2EE.tools.not.private',
    'svc_anything',
    'request_too_large',
    'invalid_api_key',
    'unverified_enclave',
  ]
  for (const status of [400, 404, 413, 422, 429]) {
    for (const code of codes) {
      const said = { message: 'no', code, shown_mode: 'tee', would_deliver: 'private', checks: [] }
      upstream.answerWith(answerJson(JSON.stringify({ error: said }), status))
      const answer = await chat({})
      expect(answer.status).toBe(status)
      const { error } = answer.json<{ error: Record<string, unknown> }>()
      expect(Object.keys(error).toSorted()).toEqual(
        ['message', 'type', 'param', 'code', 'upstream_status'].toSorted(),
      )
      expect(codes).not.toContain(error['code'])
      expect(error['upstream_status']).toBe(status)
    }
  }
})

test('what an upstream says is one line of bounded length, without control characters', async () => {
  const said = {
    message: `one\r\ntwo\u001b[31m\u202ethree\u2028${'x'.repeat(10_000)}`,
    param: `a\n${'y'.repeat(500)}`,
  }
  upstream.answerWith(answerJson(JSON.stringify({ error: said }), 400))
  const { error } = (await chat({})).json<{ error: { message: string; param: string } }>()
  expect(error.message).toMatch(/^one two \[31m three x+$/)
  expect(error.message.length).toBeLessThanOrEqual(4_000)
  expect(error.param).toMatch(/^a y+$/)
  expect(error.param.length).toBeLessThanOrEqual(200)
})

test('a key that an upstream quotes in another refusal reaches nobody', async () => {
  upstream.answerWith(
    answerJson('{"error":{"message":"no such model for key sk-operator-7canary"}}', 404),
  )
  expect((await chat({})).text).not.toContain('sk-operator')
})
