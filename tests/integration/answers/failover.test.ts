import { expect, onTestFinished, test } from 'vitest'
import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import {
  answerJson,
  answerSse,
  answerText,
  chunk,
  done,
  startTestUpstream,
  type Answer,
  type TestUpstream,
} from '../../support/peers/test-upstream.ts'

// Several upstreams of one model: which of them is asked, and who follows whom.

const refusing = (status: number, headers: Record<string, string> = {}): Answer =>
  function refuse(response) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(`{"error":{"message":"said with ${status}"}}`)
  }

type Mode = 'private' | 'anonymized'

interface Placed {
  readonly mode: Mode
  readonly weight?: number
  readonly first_byte_timeout_ms?: number
  readonly idle_timeout_ms?: number
}

/** One model, served by all of them, under the ids `u0`, `u1`, … */
async function serve(...placed: readonly Placed[]) {
  const upstreams = await Promise.all(placed.map(() => startTestUpstream()))
  const config: GatewayConfig = {
    upstreams: placed.map((each, index) => ({
      id: `u${index}`,
      kind: 'openai',
      base_url: upstreams[index]?.baseUrl ?? '',
      models: { m: 'upstream-model' },
      ...each,
    })),
  }
  const gateway = await startGatewayHere({ config })
  onTestFinished(async () => {
    await gateway.stop()
    await Promise.all(upstreams.map((upstream) => upstream.close()))
  })
  const chat = (more: object = {}) =>
    ask(`${gateway.baseUrl}/v1/chat/completions`, {
      model: 'm',
      messages: [{ role: 'user', content: 'x' }],
      ...more,
    })
  const asked = () => upstreams.map(({ requests }) => requests.length)
  return {
    gateway,
    upstreams: upstreams as [TestUpstream, TestUpstream, ...TestUpstream[]],
    chat,
    asked,
  }
}

const isPrivate = { mode: 'private' } as const
const backup = { mode: 'private', weight: 0 } as const
const isAnonymized = { mode: 'anonymized' } as const

const deliveries = [
  ['buffered', {}, answerText('from the other')],
  [
    'streamed',
    { stream: true },
    answerSse([chunk({ content: 'from the other' }), chunk({}, 'stop'), done]),
  ],
] as const

interface Svc {
  readonly svc: { readonly privacy_mode: string; readonly why?: { readonly code: string } }
}

test.each(deliveries)(
  'a 429 or a 5xx of one upstream is followed by another of the same mode, %s',
  async (_, more, answer) => {
    for (const status of [429, 500, 502, 503, 529]) {
      const { upstreams, chat, asked } = await serve(isPrivate, backup)
      upstreams[0].answerWith(refusing(status))
      upstreams[1].answerWith(answer)
      const { status: given, text } = await chat(more)
      expect(given).toBe(200)
      expect(text).toContain('from the other')
      expect(text).toContain('"privacy_mode":"private"')
      expect(text).toContain('"code":"no_enclave_route"')
      expect(asked()).toEqual([1, 1])
    }
  },
)

test.each(deliveries)(
  'what was sent in one mode is never sent on in a weaker one, %s',
  async (_, more, answer) => {
    const { upstreams, chat, asked } = await serve(isPrivate, backup, isAnonymized)
    upstreams[0].answerWith(refusing(500))
    upstreams[1].answerWith(refusing(503))
    upstreams[2]?.answerWith(answer)
    const refused = await chat(more)
    expect(refused.status).toBe(502)
    expect(refused.json<ErrorBody>().error).toMatchObject({
      code: 'upstream_error',
      upstream_status: 503,
    })
    expect(asked()).toEqual([1, 1, 0])
  },
)

test('also where the other of its mode is not reached', async () => {
  const { upstreams, chat, asked } = await serve(isPrivate, backup, isAnonymized)
  upstreams[0].answerWith(refusing(500))
  await upstreams[1].close()
  const refused = await chat()
  expect(refused.json<ErrorBody>().error).toMatchObject({ upstream_status: 500 })
  expect(asked()).toEqual([1, 0, 0])
})

test('one that refuses with an error of the request itself is followed by none', async () => {
  for (const status of [400, 401, 403, 404, 422]) {
    const { upstreams, chat, asked } = await serve(isPrivate, backup)
    upstreams[0].answerWith(refusing(status))
    expect((await chat()).status).not.toBe(200)
    expect(asked()).toEqual([1, 0])
  }
})

test('nor is one that broke off or was silent: it may be at work on the request', async () => {
  const broken: Answer = (response) => void response.socket?.destroy()
  for (const [answer, status, limits] of [
    [broken, 502, {}],
    [() => {}, 504, { first_byte_timeout_ms: 200 }],
  ] as const) {
    const { upstreams, chat, asked } = await serve({ ...isPrivate, ...limits }, backup)
    upstreams[0].answerWith(answer)
    expect((await chat()).status).toBe(status)
    expect(asked()).toEqual([1, 0])
  }
})

test('a silence before the head and one within the answer have times of their own', async () => {
  const slow = await serve({ ...isPrivate, first_byte_timeout_ms: 100 })
  slow.upstreams[0].answerWith(() => {})
  const silent = await slow.chat()
  expect(silent.json<ErrorBody>().error.code).toBe('upstream_timeout')

  const stuck = await serve({ ...isPrivate, idle_timeout_ms: 100 })
  stuck.upstreams[0].answerWith((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk({ content: 'begun' }))
  })
  const cut = await stuck.chat({ stream: true })
  expect(cut.text).toContain('begun')
  expect(cut.text).toContain('"code":"upstream_timeout"')
})

test('of several refusals the caller gets the 429 that ends first, and else the last', async () => {
  const { upstreams, chat } = await serve(
    isPrivate,
    { ...isPrivate, weight: 0 },
    { ...isPrivate, weight: 0 },
  )
  upstreams[0].answerWith(refusing(429, { 'retry-after': '40' }))
  upstreams[1].answerWith(refusing(429, { 'retry-after': '20' }))
  upstreams[2]?.answerWith(refusing(500))
  const refused = await chat()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('20')
})

test('one that asks to be left alone is, while another serves; alone, it is asked again', async () => {
  const { upstreams, chat, asked } = await serve(isPrivate, backup)
  upstreams[0].answerWith(refusing(429, { 'retry-after': '600' }))
  for (const _ of [1, 2, 3]) expect((await chat()).status).toBe(200)
  expect(asked()).toEqual([1, 3])
  upstreams[1].answerWith(refusing(500))
  expect((await chat()).status).toBe(502)
  expect(asked()).toEqual([1, 4])

  const alone = await serve(isPrivate)
  alone.upstreams[0].answerWith(refusing(429, { 'retry-after': '600' }))
  for (const _ of [1, 2]) expect((await alone.chat()).status).toBe(429)
  expect(alone.asked()).toEqual([2])
})

test('an upstream that failed lately does not make the mode weaker', async () => {
  const { upstreams, chat } = await serve(isPrivate, isAnonymized)
  upstreams[0].answerWith(refusing(500))
  for (const _ of [1, 2, 3]) expect((await chat()).status).toBe(502)
  upstreams[0].answerWith(answerText('again'))
  expect((await chat()).json<Svc>().svc.privacy_mode).toBe('private')
})

test('one that is not reached is followed by its own mode before a weaker one', async () => {
  const { upstreams, chat, asked } = await serve(isPrivate, isAnonymized, backup)
  await upstreams[0].close()
  const { svc } = (await chat({ shown_mode: 'private' })).json<Svc>()
  expect(svc.privacy_mode).toBe('private')
  expect(asked()).toEqual([0, 0, 1])
})

test('the next one’s answer to the request itself is the caller’s', async () => {
  const { upstreams, chat } = await serve(isPrivate, backup)
  upstreams[0].answerWith(refusing(500))
  upstreams[1].answerWith(answerJson('{"error":{"message":"too long","code":"too_long"}}', 400))
  const refused = await chat()
  expect(refused.status).toBe(400)
  expect(refused.json<ErrorBody>().error.code).toBe('too_long')
})

test('/api/limits says that a prompt may be read by several of one mode, where that is so', async () => {
  const several = await serve(isPrivate, backup)
  const said = async ({ gateway }: Awaited<ReturnType<typeof serve>>) =>
    (await (await fetch(`${gateway.baseUrl}/api/limits`)).json()) as {
      not_promised: { id: string }[]
      observed: { routes_beside_others: number }
    }
  const statement = await said(several)
  expect(statement.observed.routes_beside_others).toBe(2)
  expect(statement.not_promised.map(({ id }) => id)).toContain('several-providers')
  const one = await said(await serve(isPrivate, isAnonymized))
  expect(one.not_promised.map(({ id }) => id)).not.toContain('several-providers')
})
