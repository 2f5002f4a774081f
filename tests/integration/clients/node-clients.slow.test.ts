import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { anthropicSdk } from '../../support/clients/anthropic-sdk.ts'
import { aiSdk, langchain, type AiProviders } from '../../support/clients/node-sdks.ts'
import { readExchange } from '../../support/requests/read-exchange.ts'
import { startBusyGateway } from '../../support/gateway/start-busy-gateway.ts'
import { startRecorder, type Recorder } from '../../support/peers/start-recorder.ts'
import { allHold } from '../../support/receipts/verify-independently.ts'

// Libraries of JavaScript, unmodified, before the demo: each asks, streams, calls a tool, and is refused, in each
// dialect that it speaks. That of OpenAI itself and Anthropic's have files of their own for all but a busy upstream.

const demo = inject('demo').baseUrl
let recorder: Recorder
let busy: Awaited<ReturnType<typeof startBusyGateway>>

beforeAll(async () => {
  recorder = await startRecorder(demo)
  busy = await startBusyGateway()
})

beforeEach(() => void recorder.take())

afterAll(async () => {
  await busy.close()
  await recorder.close()
})

const question = 'What is 12 * 3?'
const apiKey = 'none'
const stale = { 'x-svc-shown-mode': 'tee' }
const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}

async function expectVerified(path: string, count: number): Promise<void> {
  const seen = recorder.take()
  expect(seen.map((each) => [each.path, each.status])).toEqual(
    Array.from({ length: count }, () => [path, 200]),
  )
  for (const each of seen) expect(await recorder.verify(each)).toEqual(allHold)
}

describe('the official client of OpenAI', () => {
  const client = () => new OpenAI({ baseURL: `${busy.baseUrl}/v1`, apiKey, maxRetries: 0 })

  test('has a class of its own for a busy upstream, in each dialect', async () => {
    const messages = [{ role: 'user' as const, content: question }]
    const chat = client().chat.completions.create({ model: 'svc-chat', messages })
    await expect(chat).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    const response = client().responses.create({ model: 'svc-chat', input: question })
    await expect(response).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    const vectors = client().embeddings.create({ model: 'svc-embed', input: question })
    await expect(vectors).rejects.toBeInstanceOf(OpenAI.RateLimitError)
  })
})

/** With the retries that each makes by itself, where nobody sets them. */
const statusesOf = async (asked: Promise<unknown>) => {
  const error: unknown = await asked.catch((thrown: unknown) => thrown)
  return { error, statuses: recorder.take().map(({ status }) => status) }
}

test('the official client of OpenAI asks once for a 409, in each dialect', async () => {
  const baseURL = `${recorder.baseUrl}/v1`
  const client = new OpenAI({ baseURL, apiKey, defaultHeaders: stale })
  const messages = [{ role: 'user' as const, content: question }]
  for (const ask of [
    () => client.chat.completions.create({ model: 'svc-chat', messages }),
    () => client.chat.completions.create({ model: 'svc-chat', messages, stream: true }),
    () => client.responses.create({ model: 'svc-chat', input: question }),
    () => client.embeddings.create({ model: 'svc-embed', input: question }),
  ]) {
    const { error, statuses } = await statusesOf(ask())
    expect(error).toBeInstanceOf(OpenAI.ConflictError)
    expect(statuses).toEqual([409])
  }
})

const Anthropic = await anthropicSdk()

test.skipIf(Anthropic === null)('that of Anthropic asks once for a 409', async () => {
  if (Anthropic === null) throw new Error('it is not installed')
  const client = new Anthropic({ baseURL: recorder.baseUrl, apiKey, defaultHeaders: stale })
  const messages = [{ role: 'user', content: question }]
  const asked = client.messages.create({ model: 'svc-chat', max_tokens: 9, messages })
  const { error, statuses } = await statusesOf(asked)
  expect(error).toMatchObject({ status: 409 })
  expect(statuses).toEqual([409])
})

test.skipIf(Anthropic === null)(
  'that of Anthropic has a class of its own for a busy upstream',
  async () => {
    if (Anthropic === null) throw new Error('it is not installed')
    const client = new Anthropic({ baseURL: busy.baseUrl, apiKey, maxRetries: 0 })
    const messages = [{ role: 'user', content: question }]
    const asked = client.messages.create({ model: 'svc-chat', max_tokens: 9, messages })
    await expect(asked).rejects.toBeInstanceOf(Anthropic.RateLimitError)
  },
)

const ai = await aiSdk()
type AiModel = (providers: AiProviders, origin: string, headers: object) => unknown

const aiModels: readonly (readonly [name: string, path: string, make: AiModel])[] = [
  [
    'openai-compatible',
    '/v1/chat/completions',
    ({ createOpenAICompatible: create }, origin, headers) =>
      create({ name: 'countersign', baseURL: `${origin}/v1`, apiKey, headers })('svc-chat'),
  ],
  [
    'openai, for chat',
    '/v1/chat/completions',
    ({ createOpenAI: create }, origin, headers) =>
      create({ baseURL: `${origin}/v1`, apiKey, headers }).chat('svc-chat'),
  ],
  [
    'openai',
    '/v1/responses',
    ({ createOpenAI: create }, origin, headers) =>
      create({ baseURL: `${origin}/v1`, apiKey, headers })('svc-chat'),
  ],
  [
    'anthropic',
    '/v1/messages',
    ({ createAnthropic: create }, origin, headers) =>
      create({ baseURL: `${origin}/v1`, apiKey, headers })('svc-chat'),
  ],
]

describe.skipIf(ai === null).each(aiModels)('the AI SDK with %s', (_name, path, make) => {
  const sdk = ai as NonNullable<typeof ai>
  const asked = (origin = recorder.baseUrl, headers: object = {}) => ({
    model: make(sdk, origin, headers),
    prompt: question,
    maxRetries: 0,
    include: { responseBody: true },
  })

  test('asks, and has svc in the body of the response', async () => {
    const { text, response } = await sdk.generateText(asked())
    expect(text).toContain('36')
    expect(response.body).toMatchObject({ svc: { privacy_mode: 'private' } })
    await expectVerified(path, 1)
  })

  test('streams, and has svc among the raw chunks', async () => {
    let words = ''
    let raw = ''
    for await (const part of sdk.streamText({ ...asked(), includeRawChunks: true }).fullStream) {
      if (part.type === 'text-delta') words += part.text ?? ''
      if (part.type === 'raw') raw += `data: ${JSON.stringify(part.rawValue)}\n\n`
    }
    expect(words).toContain('36')
    expect(readExchange(path, '{}', raw).svc).toMatchObject({ privacy_mode: 'private' })
    await expectVerified(path, 1)
  })

  test('calls a tool, whole and as a stream', async () => {
    const asking = {
      ...asked(),
      tools: { get_weather: { description: 'x', inputSchema: sdk.jsonSchema(schema) } },
      toolChoice: 'required',
    }
    const { toolCalls } = await sdk.generateText(asking)
    expect(toolCalls).toMatchObject([{ toolName: 'get_weather' }])
    const streamed: unknown[] = []
    for await (const part of sdk.streamText(asking).fullStream) {
      if (part.type === 'tool-call') streamed.push(part)
    }
    expect(streamed).toMatchObject([
      { toolName: 'get_weather', input: { city: expect.any(String) as string } },
    ])
    await expectVerified(path, 2)
  })

  test('throws its own error with the status', async () => {
    for (const [status, asking] of [
      [409, asked(recorder.baseUrl, stale)],
      [429, asked(busy.baseUrl)],
    ] as const) {
      const error: unknown = await sdk.generateText(asking).catch((thrown: unknown) => thrown)
      expect(sdk.APICallError.isInstance(error)).toBe(true)
      expect(error).toMatchObject({ statusCode: status })
    }
  })
})

// It decides by the status alone, and waits for six seconds in between.
test.skipIf(ai === null)(
  'the AI SDK asks three times for a 409, unless it is told not to',
  async () => {
    const sdk = ai as NonNullable<typeof ai>
    const provider = sdk.createOpenAICompatible({
      name: 'countersign',
      baseURL: `${recorder.baseUrl}/v1`,
      apiKey,
      headers: stale,
    })
    const asking = { model: provider('svc-chat'), prompt: question }
    const once = await statusesOf(sdk.generateText({ ...asking, maxRetries: 0 }))
    expect(once.statuses).toEqual([409])
    const usual = await statusesOf(sdk.generateText(asking))
    expect(usual.statuses).toEqual([409, 409, 409])
    expect(usual.error).toMatchObject({ lastError: { statusCode: 409 } })
  },
)

const models = await langchain()
type Langchain = NonNullable<typeof models>

const langchainModels = [
  [
    'ChatOpenAI',
    '/v1/chat/completions',
    ({ ChatOpenAI }: Langchain, origin: string, defaultHeaders: object) =>
      new ChatOpenAI({
        model: 'svc-chat',
        apiKey,
        maxRetries: 0,
        configuration: { baseURL: `${origin}/v1`, defaultHeaders },
      }),
  ],
  [
    'ChatOpenAI for responses',
    '/v1/responses',
    ({ ChatOpenAI }: Langchain, origin: string, defaultHeaders: object) =>
      new ChatOpenAI({
        model: 'svc-chat',
        apiKey,
        maxRetries: 0,
        useResponsesApi: true,
        configuration: { baseURL: `${origin}/v1`, defaultHeaders },
      }),
  ],
  [
    'ChatAnthropic',
    '/v1/messages',
    ({ ChatAnthropic }: Langchain, origin: string, defaultHeaders: object) =>
      new ChatAnthropic({
        model: 'svc-chat',
        apiKey,
        maxRetries: 0,
        maxTokens: 400,
        anthropicApiUrl: origin,
        clientOptions: { defaultHeaders },
      }),
  ],
] as const

test.skipIf(models === null)('LangChain asks once for a 409', async () => {
  const { ChatOpenAI, ChatAnthropic } = models as Langchain
  const usual = { model: 'svc-chat', apiKey }
  const configuration = { baseURL: `${recorder.baseUrl}/v1`, defaultHeaders: stale }
  for (const model of [
    new ChatOpenAI({ ...usual, configuration }),
    new ChatOpenAI({ ...usual, configuration, useResponsesApi: true }),
    new ChatAnthropic({
      ...usual,
      maxTokens: 400,
      anthropicApiUrl: recorder.baseUrl,
      clientOptions: { defaultHeaders: stale },
    }),
  ]) {
    const { error, statuses } = await statusesOf(model.invoke(question))
    expect(error).toMatchObject({ status: 409 })
    expect(statuses).toEqual([409])
  }
})

describe.skipIf(models === null).each(langchainModels)('LangChain’s %s', (_name, path, make) => {
  const model = (origin = recorder.baseUrl, headers: object = {}) =>
    make(models as Langchain, origin, headers)

  test('asks, streams and calls a tool, and a stranger verifies what came', async () => {
    expect((await model().invoke(question)).text).toContain('36')
    let words = ''
    for await (const chunk of await model().stream(question)) words += chunk.text
    expect(words).toContain('36')
    const tool = { type: 'function', function: { name: 'get_weather', parameters: schema } }
    // That it must be called is not passed on in each dialect; the demo calls one that is named.
    const called = await model().bindTools([tool]).invoke('What does get_weather say?')
    expect(called.tool_calls).toMatchObject([{ name: 'get_weather' }])
    await expectVerified(path, 3)
  })

  test('throws the errors of the client that it asks with', async () => {
    const refused = model(recorder.baseUrl, stale).invoke(question)
    await expect(refused).rejects.toMatchObject({ status: 409 })
    await expect(model(busy.baseUrl).invoke(question)).rejects.toMatchObject({ status: 429 })
  })
})
