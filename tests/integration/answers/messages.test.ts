import { expect, test } from 'vitest'
import { removeSvcFromTranscript } from '#shared/svc/remove-svc.ts'
import vectors from '../../vectors/dialects.countersign.json' with { type: 'json' }
import { ask, type Asked } from '../../support/requests/ask.ts'
import { speakingConfig } from '../../support/gateway/speaking-config.ts'
import { answerJson, answerSse } from '../../support/peers/test-upstream.ts'
import { withoutSvc } from '../../support/requests/without-svc.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

const { upstream, gateway } = await startWithUpstream((url) => speakingConfig(url, ['messages']))
const url = `${gateway.baseUrl}/v1/messages`

const body = {
  model: 'test-private',
  max_tokens: 9,
  messages: [{ role: 'user', content: 'Hi' }],
}

const good = vectors.cases.filter(
  ({ name, failed }) =>
    /^a (?:message|stream(?! of a response))/.test(name) && failed?.length === 0,
)

function expectError(answer: Asked, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.json()).toMatchObject({ type: 'error', error: { code } })
  expect(answer.headers.get('x-ratelimit-limit-requests')).toMatch(/^\d/)
}

test('however a stream is cut, it leaves as it came', async () => {
  const sent = withoutSvc(good.find(({ file }) => typeof file === 'string')?.file)
  upstream.answerWith(answerSse([...Buffer.from(sent)].map((byte) => Buffer.from([byte]))))
  const answer = await ask(url, { ...body, stream: true })
  expect(Buffer.from(removeSvcFromTranscript(answer.bytes).bytes).toString('utf8')).toBe(sent)
})

test('the upstream gets the body, under its own name of the model, and the operator’s key', async () => {
  upstream.answerWith(answerJson(withoutSvc(good[0]?.file)))
  const text =
    '{ "model":"test-private","max_tokens":9, "metadata":{"user_id":"u"},"messages":[{"role":"user","content":"\\u0041"}],"shown_mode":"private"}'
  await ask(url, text, { 'x-api-key': 'none', 'anthropic-beta': 'b' }).catch(() => null)
  await ask(url, text, { 'anthropic-beta': 'b' })
  const { path, headers, body: received } = upstream.requests.at(-1) ?? {}
  expect(path).toBe('/v1/messages')
  expect(headers).toMatchObject({
    'x-api-key': 'upstream-secret',
    'anthropic-version': '2023-06-01',
  })
  expect(headers).not.toHaveProperty('anthropic-beta')
  expect(received?.toString('utf8')).toBe(
    '{"model":"upstream-model","max_tokens":9,"metadata":{"user_id":"u"},"messages":[{"role":"user","content":"\\u0041"}]}',
  )
  await ask(
    url,
    text
      .replace('test-private","max', 'test-anonymized","max')
      .replace(',"shown_mode":"private"', ''),
  )
  expect(upstream.requests.at(-1)?.body.toString('utf8')).not.toContain('user_id')
})

test('what is wrong with a request is named in Anthropic’s shape', async () => {
  for (const [wrong, param] of [
    [{ max_tokens: undefined }, 'max_tokens'],
    [{ max_tokens: 0 }, 'max_tokens'],
    [{ max_tokens: '9' }, 'max_tokens'],
    [{ messages: [] }, 'messages'],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'user' }] }, 'messages[0].content'],
    [{ messages: [{ role: 'user', content: [{ text: 'x' }] }] }, 'messages[0].content[0].type'],
    [{ system: 7 }, 'system'],
    [{ stream: 'yes' }, 'stream'],
    [{ shown_mode: 'x' }, 'shown_mode'],
  ] as const) {
    const answer = await ask(url, { ...body, ...wrong })
    expectError(answer, 400, 'invalid_request_error')
    expect(answer.json()).toMatchObject({ error: { type: 'invalid_request_error', param } })
  }
  expectError(await ask(url, '{'), 400, 'invalid_request_error')
})

test('an upstream’s refusal of the request is told in its words', async () => {
  const said = {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'max_tokens: too many' },
  }
  upstream.answerWith(answerJson(JSON.stringify(said), 400))
  const answer = await ask(url, body)
  expectError(answer, 400, 'invalid_request_error')
  expect(answer.text).toContain('max_tokens: too many')
})
