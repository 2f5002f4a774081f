import { expect, test } from 'vitest'
import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { expectRefusal } from '../../support/requests/expect-refusal.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { answerJson, answerSse, startTestUpstream } from '../../support/peers/test-upstream.ts'

// What an upstream says of the operator's account reaches no caller.

const upstream = await untilEnd(startTestUpstream())
const gateway = await untilEnd(startGatewayHere({ config: configFor(upstream.baseUrl) }))

function chat(more: object) {
  const messages = [{ role: 'user', content: 'hi' }]
  return ask(`${gateway.baseUrl}/v1/chat/completions`, { model: 'test-private', messages, ...more })
}

const limitOfOperator = {
  message: 'Rate limit for org-Ab12canary: 3 canary tokens per min',
  type: 'tokens',
  param: 'canary',
  code: 'tokens_canary',
}

test.each([
  ['buffered', {}],
  ['streamed', { stream: true }],
])(
  'an upstream’s 429, %s, keeps when to come back, and nothing of what it said',
  async (_, more) => {
    upstream.answerWith((response) => {
      response
        .writeHead(429, { 'retry-after': '17' })
        .end(JSON.stringify({ error: limitOfOperator }))
    })
    const answer = await chat(more)
    const error = expectRefusal(answer, 429, 'rate_limit_exceeded')
    expect(error).toMatchObject({
      message: providerErrors.busy,
      type: 'rate_limit_error',
      param: null,
      upstream_status: 429,
    })
    expect(answer.text).not.toContain('canary')
    expect(answer.headers.get('retry-after')).toBe('17')
    expect(answer.headers.get('x-should-retry')).toBeNull()
  },
)

test('an upstream that says in a stream that it is asked too often is a 429 in words of ours, too', async () => {
  const error = { ...limitOfOperator, code: 'rate_limit_exceeded' }
  upstream.answerWith(answerSse([`data: ${JSON.stringify({ error })}\n\n`]))
  const { text } = await chat({ stream: true })
  expect(text).toContain('"code":"rate_limit_exceeded"')
  expect(text).not.toContain('canary')
})

test.each([
  ['names the project proj_Ab12canary', 'Project proj_Ab12canary does not have this model', 404],
  ['names the balance', 'Your credit balance is too low to access the canary API', 400],
  ['names a quota', 'You exceeded your current quota, canary, check your plan', 400],
])('a refusal that %s of the operator does not tell callers', async (_, message, status) => {
  upstream.answerWith(answerJson(JSON.stringify({ error: { message } }), status))
  const answer = await chat({})
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain('canary')
})
