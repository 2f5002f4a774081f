import OpenAI from 'openai'
import { expect, inject, test } from 'vitest'
import vectors from '../../vectors/dialects.countersign.json' with { type: 'json' }
import { ask } from '../../support/requests/ask.ts'
import { expectRefusal } from '../../support/requests/expect-refusal.ts'
import { speakingConfig } from '../../support/gateway/speaking-config.ts'
import { answerJson, answerSse } from '../../support/peers/test-upstream.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'
import { withoutSvc } from '../../support/requests/without-svc.ts'
import { makeKey } from '../../support/gateway/make-key.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

const demo = inject('demo').baseUrl

const sealSigner = await sealSignerOf(demo)
const key = await makeKey(demo)
const client = new OpenAI({ baseURL: `${demo}/v1`, apiKey: key, maxRetries: 0 })
const { upstream, gateway } = await startWithUpstream((url) => speakingConfig(url, ['responses']))
const url = `${gateway.baseUrl}/v1/responses`

type Svc = Parameters<typeof verifyIndependently>[0]['svc']

const asked = { model: 'svc-chat', input: 'What is 12 * 3? — “ünïcode” 😀' }
const tools = [
  {
    type: 'function' as const,
    name: 'get_weather',
    strict: true,
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
]

function verify(svc: Svc | undefined, output: unknown, instructions: string | null = null) {
  if (!svc) throw new Error('the answer has no svc')
  const messages = { input: asked.input, instructions }
  return verifyIndependently({ svc, messages, message: output, sealSigner })
}

test('a buffered response carries a receipt that a stranger can verify', async () => {
  const instructions = 'Be brief.'
  const answer = await client.responses.create({ ...asked, instructions, store: true })
  expect(answer.output_text).toContain('36')
  expect(answer).toMatchObject({ store: false })
  const { svc } = answer as { svc?: Svc }
  expect(await verify(svc, answer.output, instructions)).toEqual(allHold)
})

test.each([
  ['words', {}],
  ['reasoning', { reasoning: { effort: 'high' as const } }],
  ['a tool', { tools, tool_choice: 'required' as const }],
])(
  'a streamed response with %s carries one, and its helper puts the same together',
  async (_, more) => {
    const stream = await client.responses.create({ ...asked, ...more, stream: true })
    let shown = ''
    let svc: Svc | undefined
    let output: unknown
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') shown += event.delta
      if (event.type !== 'response.completed') continue
      svc = (event.response as { svc?: Svc }).svc
      output = event.response.output
      if (!('tools' in more)) expect(shown).toContain('36')
    }
    expect(await verify(svc, output)).toEqual(allHold)
    const helper = client.responses.stream({ ...asked, ...more })
    const final = await helper.finalResponse()
    expect(final.output.map(({ type }) => type)).toEqual(
      (output as readonly { type: string }[]).map(({ type }) => type),
    )
  },
)

test("the client's error classes fit, at the end of a stream too", async () => {
  const refused = (model: string, more: object = {}) =>
    client.responses.create({ ...asked, model, ...more } as never)
  await expect(refused('gpt-none')).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  await expect(refused('svc-chat', { shown_mode: 'tee' })).rejects.toBeInstanceOf(
    OpenAI.ConflictError,
  )
  await expect(refused('svc-chat', { background: true })).rejects.toMatchObject({
    code: 'unsupported_parameter',
    param: 'background',
  })
  upstream.answerWith(answerSse(['event: response.created\ndata: {"type":"response.created"}\n\n']))
  const own = new OpenAI({
    baseURL: `${gateway.baseUrl}/v1`,
    apiKey: await makeKey(gateway.baseUrl),
    maxRetries: 0,
  })
  const stream = await own.responses.create({ model: 'test-private', input: 'x', stream: true })
  const readAll = async () => {
    for await (const event of stream) expect(event.type).not.toBe('response.completed')
  }
  await expect(readAll()).rejects.toMatchObject({ code: 'upstream_error' })
})

const good = vectors.cases.find(
  ({ name, failed }) => name.startsWith('a response') && failed?.length === 0,
)
const body = { model: 'test-private', input: 'Hi' }

test('nothing is kept: the upstream is told so, and what needs a store is refused by name', async () => {
  upstream.answerWith(answerJson(withoutSvc(good?.file)))
  await ask(
    url,
    '{"model":"test-private","store":true,"input":"x","include":["reasoning.encrypted_content"]}',
  )
  const { path, body: sent } = upstream.requests.at(-1) ?? {}
  expect(path).toBe('/v1/responses')
  expect(sent?.toString('utf8')).toBe(
    '{"model":"upstream-model","input":"x","include":["reasoning.encrypted_content"],"store":false}',
  )
  for (const [more, param] of [
    [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ conversation: { id: 'c' } }, 'conversation'],
    [{ prompt: { id: 'p' } }, 'prompt'],
    [{ background: true }, 'background'],
    [{ tools: [tools[0], { type: 'web_search' }] }, 'tools[1]'],
    [{ input: [{ type: 'item_reference', id: 'x' }] }, 'input[0]'],
  ] as const) {
    const answer = await ask(url, { ...body, ...more })
    expect(expectRefusal(answer, 400, 'unsupported_parameter').param).toBe(param)
  }
  for (const [more, param] of [
    [{ input: undefined }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: ['x'] }, 'input[0]'],
    [{ instructions: [] }, 'instructions'],
    [{ tools: {} }, 'tools'],
  ] as const) {
    const answer = await ask(url, { ...body, ...more })
    expect(expectRefusal(answer, 400, 'invalid_request_error').param).toBe(param)
  }
})
