import { expect, test } from 'vitest'
import { removeSvcFromJson, removeSvcFromTranscript } from '#shared/svc/remove-svc.ts'
import { recognise } from '#shared/document/recognise.ts'
import vectors from '../vectors/dialects.countersign.json' with { type: 'json' }
import { untilEnd } from '../support/until-end.ts'
import { ask, type Asked } from '../support/ask.ts'
import { startGatewayHere } from '../support/start-gateway-here.ts'
import { speakingConfig } from '../support/speaking-config.ts'
import { answerJson, answerSse, startTestUpstream } from '../support/test-upstream.ts'

const upstream = await untilEnd(startTestUpstream())
const gateway = await untilEnd(
  startGatewayHere({ config: speakingConfig(upstream.baseUrl, ['messages']) }),
)
const url = `${gateway.baseUrl}/v1/messages`

const body = {
  model: 'test-private',
  max_tokens: 9,
  messages: [{ role: 'user', content: 'Hi' }],
}

/** A vector's file as an upstream would have sent it. */
function withoutSvc(file: unknown): string {
  const bytes = Buffer.from(typeof file === 'string' ? file : JSON.stringify(file, null, 1))
  const remove = typeof file === 'string' ? removeSvcFromTranscript : removeSvcFromJson
  return Buffer.from(remove(bytes).bytes).toString('utf8')
}

const isMessage = ({ name }: { name: string }) =>
  /^a (?:message|stream(?! of a response))/.test(name)
const good = vectors.cases.filter((each) => isMessage(each) && each.failed?.length === 0)
const refused = vectors.cases.filter((each) => isMessage(each) && each.failed === null)
const isStream = ({ file }: { file: unknown }) => typeof file === 'string'

function expectError(answer: Asked, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.json()).toMatchObject({ type: 'error', error: { code } })
  expect(answer.headers.get('x-ratelimit-limit-requests')).toMatch(/^\d/)
}

test.each(good)('the bytes of $name pass through, and svc is the last member', async (vector) => {
  const sent = withoutSvc(vector.file)
  upstream.answerWith(isStream(vector) ? answerSse([sent]) : answerJson(sent))
  const answer = await ask(url, { ...body, stream: isStream(vector) })
  const remove = isStream(vector) ? removeSvcFromTranscript : removeSvcFromJson
  const { bytes, svcText } = remove(answer.bytes)
  expect(Buffer.from(bytes).toString('utf8')).toBe(sent)
  expect(svcText).toContain('"committed":"messages"')
  expect(recognise(answer.bytes).kind).toBe('recognised')
})

test.each(refused.filter(isStream))('$name is broken off, and not signed', async ({ file }) => {
  upstream.answerWith(answerSse([withoutSvc(file)]))
  const answer = await ask(url, { ...body, stream: true })
  const last = answer.text.trimEnd().split('\n\n').at(-1) ?? ''
  const isOver = answer.text.includes('"svc"')
  expect(last).toMatch(/^event: error\ndata: \{"type":"error","error":\{.*"code":"upstream_error"/)
  // What comes behind the end cannot change what was signed; it breaks the stream off all the same.
  if (isOver)
    expect(answer.text.indexOf('"svc"')).toBeLessThan(answer.text.indexOf('"type":"error"'))
  expect(recognise(answer.bytes).kind).not.toBe('recognised')
})

test.each(refused.filter((each) => !isStream(each)))('$name is not signed', async ({ file }) => {
  upstream.answerWith(answerJson(withoutSvc(file)))
  expectError(await ask(url, body), 502, 'upstream_error')
})

test('however a stream is cut, it leaves as it came', async () => {
  const sent = withoutSvc(good.find(isStream)?.file)
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
  expectError(await ask(url, body, { 'x-api-key': 'sk-unknown' }), 401, 'invalid_api_key')
  expectError(
    await ask(url, { ...body, model: 'test-anonymized', shown_mode: 'tee' }),
    409,
    'shown_mode_stale',
  )
  const large = { ...body, messages: [{ role: 'user', content: 'x'.repeat(3 * 1024 * 1024) }] }
  expectError(await ask(url, large), 413, 'request_too_large')
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
