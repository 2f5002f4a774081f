import OpenAI from 'openai'
import { expect, inject, test } from 'vitest'
import { recognise } from '#shared/document/recognise.ts'
import vectors from '../../vectors/translation.vendors.json' with { type: 'json' }
import { ask } from '../../support/requests/ask.ts'
import { answerJson, answerSse, chunk, done } from '../../support/peers/test-upstream.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'
import { makeKey } from '../../support/gateway/make-key.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

// The upstream speaks chat alone: the other dialects are translated.

const demo = inject('demo').baseUrl

const sealSigner = await sealSignerOf(demo)
const { upstream, gateway } = await startWithUpstream()

type Svc = Parameters<typeof verifyIndependently>[0]['svc'] & { readonly translated?: boolean }

test('an enclave that speaks chat answers a request for a response, buffered and streamed', async () => {
  const key = await makeKey(demo)
  const client = new OpenAI({ baseURL: `${demo}/v1`, apiKey: key, maxRetries: 0 })
  const asked = { model: 'svc-assist-mini', input: 'What is 12 * 3?' }
  const whole = await client.responses.create(asked)
  const answers = [whole]
  for await (const event of await client.responses.create({ ...asked, stream: true })) {
    if (event.type === 'response.completed') answers.push(event.response as typeof whole)
  }
  expect(answers).toHaveLength(2)
  for (const answer of answers) {
    const { svc, output } = answer as typeof answer & { svc: Svc }
    expect(JSON.stringify(output)).toContain('36')
    expect(svc.receipt.body.mode).toBe('tee')
    expect(svc.translated).toBe(true)
    const messages = { input: asked.input, instructions: null }
    const held = await verifyIndependently({ svc, messages, message: output, sealSigner })
    expect(held).toEqual(allHold)
  }
})

test('an enclave answers a message, and its tool', async () => {
  const body = {
    model: 'svc-assist-mini',
    max_tokens: 300,
    messages: [{ role: 'user', content: 'Use get_weather.' }],
    tools: [{ name: 'get_weather', input_schema: { type: 'object', properties: {} } }],
    tool_choice: { type: 'any' },
  }
  const answer = await ask(`${demo}/v1/messages`, body)
  const { content, svc } = answer.json<{ content: { type: string }[]; svc: Svc }>()
  expect(content.map(({ type }) => type)).toEqual(['tool_use'])
  const messages = { messages: body.messages, system: null }
  expect(await verifyIndependently({ svc, messages, message: content, sealSigner })).toEqual(
    allHold,
  )
  const streamed = await ask(`${demo}/v1/messages`, { ...body, stream: true })
  expect(streamed.text).toContain('"translated":true')
  expect(recognise(streamed.bytes).kind).toBe('recognised')
})

const dialects = [
  ['messages', { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }],
  ['responses', { input: 'Hi' }],
] as const

test.each(dialects)(
  '%s: chat is sent, under the upstream’s name of the model',
  async (path, body) => {
    upstream.answerWith(answerJson(JSON.stringify(vectors.answers[0]?.completion)))
    const url = `${gateway.baseUrl}/v1/${path}`
    const answer = await ask(url, { ...body, model: 'test-private' })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('"translated":true')
    const sent = upstream.requests.at(-1)
    expect(sent?.path).toBe('/v1/chat/completions')
    expect(JSON.parse(sent?.body.toString('utf8') ?? '')).toMatchObject({
      model: 'upstream-model',
      messages: [{ role: 'user', content: 'Hi' }],
    })
    const who = path === 'messages' ? { metadata: { user_id: 'u-1' } } : { user: 'u-1' }
    await ask(url, { ...body, ...who, model: 'test-private' })
    expect(upstream.requests.at(-1)?.body.toString('utf8')).toContain('"user":"u-1"')
    await ask(url, { ...body, ...who, model: 'test-anonymized' })
    expect(upstream.requests.at(-1)?.body.toString('utf8')).not.toContain('u-1')
  },
)

test.each(dialects)('%s: a stream is written anew, and carries a receipt', async (path, body) => {
  const url = `${gateway.baseUrl}/v1/${path}`
  upstream.answerWith(
    answerSse([chunk({ content: 'a' }), chunk({ content: 'b' }), chunk({}, 'stop'), done]),
  )
  const answer = await ask(url, { ...body, model: 'test-private', stream: true })
  const recognition = recognise(answer.bytes)
  expect(recognition).toMatchObject({ kind: 'recognised', subject: { kind: 'transcript' } })
  expect(answer.text).not.toContain('choices')
  expect(JSON.parse(upstream.requests.at(-1)?.body.toString('utf8') ?? '')).toMatchObject({
    stream: true,
    stream_options: { include_usage: true },
  })
})

test.each(dialects)(
  '%s: a stream that breaks off, or says too much, is not signed',
  async (path, body) => {
    const url = `${gateway.baseUrl}/v1/${path}`
    for (const pieces of [
      [chunk({ content: 'a' })],
      [chunk({ content: 'a' }), done],
      [chunk({ content: 'a' }), chunk({}, 'stop'), chunk({ content: 'b' }), done],
      [chunk({ content: 'a' }), 'data: {"error":{"message":"x"}}\n\n'],
      [
        chunk({ content: 'a' }),
        chunk({ content: 'b' }, 'stop').replace('"content"', '"Content"'),
        done,
      ],
    ]) {
      upstream.answerWith(answerSse(pieces))
      const answer = await ask(url, { ...body, model: 'test-private', stream: true })
      expect(answer.text.trimEnd().split('\n\n').at(-1)).toMatch(/^event: error\n/)
      expect(answer.text).toContain('"code":"upstream_error"')
      expect(answer.text).not.toContain('"svc"')
    }
    for (const text of ['{"choices":[]}', '{}', '[', '{"choices":[{"message":{"content":[]}}]}']) {
      upstream.answerWith(answerJson(text))
      const answer = await ask(url, { ...body, model: 'test-private' })
      expect(answer.status, text).toBe(502)
      expect(answer.text).not.toContain('"svc"')
    }
  },
)

test.each(dialects)(
  '%s: what cannot be translated is refused before anything is sent',
  async (path, body) => {
    const before = upstream.requests.length
    const answer = await ask(`${gateway.baseUrl}/v1/${path}`, {
      ...body,
      model: 'test-private',
      a_member_to_come: 1,
    })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({
      error: { code: 'unsupported_parameter', param: 'a_member_to_come' },
    })
    expect(upstream.requests.length).toBe(before)
  },
)

test.each(dialects)('%s: an upstream’s refusal keeps its words', async (path, body) => {
  upstream.answerWith(answerJson('{"error":{"message":"too hot","code":"too_hot"}}', 400))
  const answer = await ask(`${gateway.baseUrl}/v1/${path}`, { ...body, model: 'test-private' })
  expect(answer.status).toBe(400)
  expect(answer.json()).toMatchObject({ error: { code: 'too_hot', message: 'too hot' } })
})

test.each(dialects)(
  '%s: an upstream’s answer of a million values is refused before it is built',
  async (path, body) => {
    const values = `[${'0,'.repeat(1_000_000)}0]`
    const choice = '{"index":0,"message":{"role":"assistant","content":"x"},"finish_reason":"stop"}'
    upstream.answerWith(answerJson(`{"choices":[${choice}],"more":${values}}`))
    const answer = await ask(`${gateway.baseUrl}/v1/${path}`, { ...body, model: 'test-private' })
    expect(answer.status).toBe(502)
    expect(answer.text).toContain('JSON_TOO_MANY_VALUES')
  },
)
