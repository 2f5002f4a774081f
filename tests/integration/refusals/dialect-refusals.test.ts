import { describe, expect, test } from 'vitest'
import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type Asked } from '../../support/requests/ask.ts'
import { dialectRequests as requests } from '../../support/requests/dialect-requests.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { speakingConfig } from '../../support/gateway/speaking-config.ts'
import { answerJson, answerSse, startTestUpstream } from '../../support/peers/test-upstream.ts'

// Refusals of plan, budget and upstream, as clients of each dialect read them.

type Path = keyof typeof requests
const paths = Object.keys(requests) as Path[]
const isAnthropic = (path: Path) => path.startsWith('/v1/messages')

const upstream = await untilEnd(startTestUpstream())
/** Of whose upstream each dialect is spoken; the other one’s speaks chat alone. */
const native = await untilEnd(
  startGatewayHere({
    config: speakingConfig(upstream.baseUrl, ['chat', 'embeddings', 'messages', 'responses']),
    environment: { SIGNED_OUT_RPM: '4' },
  }),
)
const translating = await untilEnd(
  startGatewayHere({ config: speakingConfig(upstream.baseUrl, ['chat']) }),
)

/** The error where clients of the dialect look for it, in their own words for its kind. */
function errorIn(path: Path, answer: Asked, type: { openai: string; anthropic: string }) {
  const body = answer.json<{ type?: string; error: { type: string; code: string } }>()
  expect(body.type).toBe(isAnthropic(path) ? 'error' : undefined)
  expect(body.error.type).toBe(isAnthropic(path) ? type.anthropic : type.openai)
  return body.error
}

test('each path refuses what is over the budget in its own shape, with the seconds to wait', async () => {
  for (const path of Array.from({ length: 4 }, () => '/v1/chat/completions')) {
    // oxlint-disable-next-line no-await-in-loop
    await ask(`${native.baseUrl}${path}`, {})
  }
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await ask(`${native.baseUrl}${path}`, requests[path])
    expect(answer.status, path).toBe(429)
    const kinds = { openai: 'rate_limit_error', anthropic: 'rate_limit_error' }
    expect(errorIn(path, answer, kinds).code).toBe('rate_limit_exceeded')
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(answer.headers.get('x-ratelimit-remaining-requests')).toBe('0')
  }
})

const ofChat = paths.filter((path) => path !== '/v1/embeddings')
test.each(ofChat)('%s hands on an upstream’s 429 with its seconds', async (path) => {
  const model = 'test-private'
  const account = { message: 'slow down, org-canary', param: 'canary', code: 'tokens_canary' }
  const body = JSON.stringify({ error: account })
  upstream.answerWith((response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' }).end(body)
  })
  for (const stream of isAnthropic(path) && path.endsWith('tokens') ? [false] : [false, true]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await ask(`${translating.baseUrl}${path}`, { model, stream, ...requests[path] })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
    const kinds = { openai: 'rate_limit_error', anthropic: 'rate_limit_error' }
    expect(errorIn(path, answer, kinds)).toMatchObject({
      code: 'rate_limit_exceeded',
      message: providerErrors.busy,
      param: null,
      upstream_status: 429,
    })
    // What it says may name the operator's own account.
    expect(answer.text).not.toMatch(/slow down|canary/)
    expect(answer.headers.get('x-should-retry')).toBeNull()
  }
})

describe('tokens are counted', () => {
  const count = (more: object, gateway = translating, headers = {}) =>
    ask(
      `${gateway.baseUrl}/v1/messages/count_tokens`,
      { model: 'test-private', ...requests['/v1/messages/count_tokens'], ...more },
      headers,
    )

  test('by the upstream that would answer, without a receipt, and it says so', async () => {
    const received = upstream.next()
    upstream.answerWith(answerJson('{"input_tokens": 14 }'))
    const answer = await count({ system: 'Be brief.', tools: [{ name: 'f' }] })
    expect([answer.status, answer.text]).toEqual([200, '{"input_tokens": 14 }'])
    expect(answer.headers.get('x-svc-receipt')).toBe('none')
    expect(answer.headers.get('x-svc-mode')).toBe('private')
    const { path, body, headers } = await received
    expect(path).toBe('/v1/messages/count_tokens')
    expect(JSON.parse(body.toString())).toEqual({
      model: 'upstream-model',
      messages: requests['/v1/messages'].messages,
      system: 'Be brief.',
      tools: [{ name: 'f' }],
    })
    expect(headers['anthropic-version']).toBe('2023-06-01')
  })

  test('in no weaker mode than was shown', async () => {
    const before = upstream.requests.length
    const answer = await count({}, translating, { 'x-svc-shown-mode': 'tee' })
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject({ type: 'error', error: { code: 'shown_mode_stale' } })
    expect(upstream.requests.length).toBe(before)
  })

  test.each([
    ['no number', answerJson('{"input_tokens":"14"}')],
    ['no JSON', answerJson('nothing')],
    ['another kind of answer', answerSse(['data: {}\n\n'])],
    ['too much', answerJson(`{"input_tokens":1,"x":"${'x'.repeat(20_000)}"}`)],
  ])('and what is %s is no count', async (_what, answer) => {
    upstream.answerWith(answer)
    const counted = await count({})
    expect(counted.status).toBe(502)
    expect(counted.json()).toMatchObject({ type: 'error', error: { code: 'upstream_error' } })
  })

  test('and are not where the upstream does not', async () => {
    const plain = await startGatewayHere({ config: configFor(upstream.baseUrl) })
    const answer = await count({}, plain)
    expect(answer.status).toBe(404)
    expect(answer.json()).toMatchObject({
      type: 'error',
      error: { type: 'not_found_error', code: 'not_found' },
    })
    await plain.stop()
  })
})

const streams: readonly [string, string][] = [
  ['OpenAI', '{"error":{"message":"too long","code":"context_length_exceeded","type":"x"}}'],
  ['vLLM', '{"error":{"message":"too long","type":"BadRequestError","param":null,"code":400}}'],
  ['Anthropic', '{"type":"error","error":{"type":"invalid_request_error","message":"too long"}}'],
]
const streamed = ['/v1/chat/completions', '/v1/messages', '/v1/responses'] as const

describe.each(streamed)('an error that begins a stream of %s', (path) => {
  const first = async (data: string, before = '') => {
    upstream.answerWith(answerSse([`${before}event: error\ndata: ${data}\n\n`]))
    return ask(`${translating.baseUrl}${path}`, {
      model: 'test-private',
      stream: true,
      ...requests[path],
    })
  }
  const errorOf = ({ text }: Asked) => {
    const [, data = ''] = [...text.matchAll(/^data: (\{.*"error".*\})$/gm)].at(-1) ?? []
    return (JSON.parse(data) as { error: { code: string; message: string } }).error
  }

  test.each(streams)(
    'keeps its words where it is of the request, as %s says it',
    async (who, data) => {
      const answer = await first(data)
      const code = who === 'OpenAI' ? 'context_length_exceeded' : 'invalid_request_error'
      expect(errorOf(answer)).toMatchObject({ code, message: 'too long' })
      expect(answer.text).not.toContain('[DONE]')
      expect(answer.text).not.toContain('"svc"')
    },
  )

  test('is a plain failure where it is the operator’s, without its words', async () => {
    for (const error of [
      { message: 'canary', code: 401 },
      { message: 'canary', type: 'authentication_error' },
      { message: 'canary', code: 'insufficient_quota' },
      { message: 'canary', code: 500 },
      { message: 'canary' },
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await first(JSON.stringify({ error }))
      expect(errorOf(answer).code).toBe('upstream_error')
      expect(answer.text).not.toContain('canary')
    }
  })

  test('says no code of the gateway’s own', async () => {
    const error = { message: 'no', type: 'invalid_request_error', code: 'shown_mode_stale' }
    expect(errorOf(await first(JSON.stringify({ error }))).code).toBe('invalid_request_error')
  })

  test('is a plain failure behind the first event', async () => {
    const chunk = { choices: [{ index: 0, delta: { role: 'assistant', content: 'Begun' } }] }
    const answer = await first(streams[0]?.[1] ?? '', `data: ${JSON.stringify(chunk)}\n\n`)
    expect(errorOf(answer).code).toBe('upstream_error')
    expect(answer.text).not.toContain('too long')
  })
})
