import OpenAI from 'openai'
import { expect, inject, test } from 'vitest'
import { removeSvcFromJson } from '#shared/svc/remove-svc.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { expectRefusal } from '../../support/requests/expect-refusal.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { answerJson, startTestUpstream } from '../../support/peers/test-upstream.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

const demo = inject('demo').baseUrl

const upstream = await untilEnd(startTestUpstream())
const { upstreams } = configFor(upstream.baseUrl)
const gateway = await untilEnd(
  startGatewayHere({
    config: {
      upstreams: upstreams.map((each) => ({
        ...each,
        models: { ...each.models, [`${each.id}-embed`]: 'vectors' },
      })),
      models: upstreams.map(({ id }) => ({ id: `${id}-embed`, task: 'embeddings' as const })),
    },
  }),
)
const sealSigner = await sealSignerOf(demo)

type Svc = Parameters<typeof verifyIndependently>[0]['svc']

test.each(['float', 'base64'] as const)(
  'vectors as %s carry a receipt that a stranger can verify',
  async (encoding_format) => {
    const client = new OpenAI({ baseURL: `${demo}/v1`, apiKey: await makeKey(demo) })
    const input = ['The quick brown fox — “ünïcode” 😀', 'jumps']
    const answer = await client.embeddings.create({ model: 'svc-embed', input, encoding_format })
    expect(answer.data.map(({ index }) => index)).toEqual([0, 1])
    const { svc } = answer as unknown as { svc: Svc & { committed: string } }
    expect(svc.committed).toBe('embeddings')
    const held = await verifyIndependently({
      svc,
      messages: { input },
      message: answer.data,
      sealSigner,
    })
    expect(held).toEqual(allHold)
  },
)

test('base64 is the same vector as numbers, of as many dimensions as were asked for', async () => {
  const body = { model: 'svc-embed', input: 'a b', dimensions: 3 }
  type Vectors = { data: { embedding: unknown }[] }
  const numbers = await ask(`${demo}/embeddings`, body)
  const packed = await ask(`${demo}/v1/embeddings`, { ...body, encoding_format: 'base64' })
  const vector = numbers.json<Vectors>().data[0]?.embedding
  const bytes = Buffer.from(packed.json<Vectors>().data[0]?.embedding as string, 'base64')
  expect([0, 4, 8].map((at) => bytes.readFloatLE(at))).toEqual(vector)
})

const vectors = (data: unknown) => JSON.stringify({ object: 'list', data, model: 'm' }, null, 1)
const good = [{ object: 'embedding', index: 0, embedding: [0.1, 1e-7] }]

test('the bytes pass through, both ways, but for the model and svc', async () => {
  upstream.answerWith(answerJson(vectors(good)))
  const body =
    '{ "input":"\\u0041b", "user":"u-1", "model":"own-embed","shown_mode":"private", "x":1e2 }'
  const answer = await ask(`${gateway.baseUrl}/v1/embeddings`, body)
  expect(answer.status).toBe(200)
  expect(Buffer.from(removeSvcFromJson(answer.bytes).bytes).toString('utf8')).toBe(vectors(good))
  const sent = upstream.requests.at(-1)
  expect(sent?.path).toBe('/v1/embeddings')
  expect(sent?.body.toString('utf8')).toBe(
    '{"input":"\\u0041b","user":"u-1","model":"vectors","x":1e2}',
  )
})

test('a third party is not told who asks', async () => {
  upstream.answerWith(answerJson(vectors(good)))
  await ask(`${gateway.baseUrl}/v1/embeddings`, {
    model: 'third-party-embed',
    input: 'a',
    user: 'u',
  })
  expect(upstream.requests.at(-1)?.body.toString('utf8')).toBe('{"model":"vectors","input":"a"}')
  const asked = upstream.requests.length
  const unknown = { model: 'third-party-embed', input: 'a', nobody_knows: 'canary' }
  const refused = await ask(`${gateway.baseUrl}/v1/embeddings`, unknown)
  expect(refused.status).toBe(400)
  expect(refused.json()).toMatchObject({ error: { param: 'nobody_knows' } })
  expect(upstream.requests).toHaveLength(asked)
})

test.each([
  ['no list', { data: {} }],
  ['two of one place', { data: [good[0], good[0]] }],
  ['fewer than were asked for', { data: good }],
  ['one that is no vector', { data: [good[0], { index: 1, embedding: { a: 1 } }] }],
  [
    'one that Go would read instead',
    {
      data: [
        { ...good[0], Embedding: [9] },
        { index: 1, embedding: [1] },
      ],
    },
  ],
  ['an error beside them', { data: [good[0], { index: 1, embedding: [1] }], error: { code: 'x' } }],
  ['a svc of its own', { data: [good[0], { index: 1, embedding: [1] }], svc: {} }],
])('vectors with %s are not signed', async (_, answer) => {
  upstream.answerWith(answerJson(JSON.stringify(answer)))
  const refused = await ask(`${gateway.baseUrl}/v1/embeddings`, {
    model: 'own-embed',
    input: ['a', 'b'],
  })
  expectRefusal(refused, 502, 'upstream_error')
})

test('what is wrong with a request is named', async () => {
  const url = `${gateway.baseUrl}/v1/embeddings`
  for (const [body, param] of [
    [{ model: 'own-embed' }, 'input'],
    [{ model: 'own-embed', input: '' }, 'input'],
    [{ model: 'own-embed', input: [] }, 'input'],
    [{ model: 'own-embed', input: { a: 1 } }, 'input'],
    [{ input: 'a' }, 'model'],
    [{ model: 'own-embed', input: 'a', shown_mode: 'x' }, 'shown_mode'],
    [{ model: 'test-private', input: 'a' }, 'model'],
  ] as const) {
    expect(expectRefusal(await ask(url, body), 400, 'invalid_request_error').param).toBe(param)
  }
  const many = await ask(url, {
    model: 'own-embed',
    input: Array.from({ length: 10_001 }, () => 'a'),
  })
  expect(expectRefusal(many, 400, 'invalid_request_error')).toMatchObject({ limit: 'messages' })
})

test('a model for vectors does not chat, and says so', async () => {
  const asked = await ask(`${gateway.baseUrl}/v1/chat/completions`, {
    model: 'own-embed',
    messages: [{ role: 'user', content: 'Hi' }],
  })
  expect(expectRefusal(asked, 400, 'invalid_request_error').message).toContain('for embeddings')
  const listed = await (await fetch(`${gateway.baseUrl}/v1/models/own-embed`)).json()
  expect(listed).toMatchObject({ svc: { task: 'embeddings' } })
})
