import { beforeAll, describe, expect, inject, test } from 'vitest'
import { anthropicSdk, type AnthropicClient } from '../support/anthropic-sdk.ts'
import { ask } from '../support/ask.ts'
import { allHold, verifyIndependently } from '../support/verify-independently.ts'

// The gateway as `npm start` runs it without configuration, asked by the real `@anthropic-ai/sdk` package.

const { baseUrl } = inject('demo')
const sdk = await anthropicSdk()
let client: AnthropicClient
let sealSigner: string

beforeAll(async () => {
  if (sdk === null) return
  const limits = await fetch(`${baseUrl}/api/limits`)
  sealSigner = ((await limits.json()) as { seal_signer: string }).seal_signer
  const made = await fetch(`${baseUrl}/api/keys`, { method: 'POST' })
  const { key } = (await made.json()) as { key: string }
  client = new sdk({ baseURL: baseUrl, apiKey: key, maxRetries: 0 })
})

type Svc = Parameters<typeof verifyIndependently>[0]['svc'] & {
  readonly committed?: string
  readonly translated?: boolean
}

const messages = [{ role: 'user' as const, content: 'What is 12 * 3? — “ünïcode” 😀' }]
const asked = { model: 'svc-chat', max_tokens: 400, messages }
const tools = [
  {
    name: 'get_weather',
    input_schema: {
      type: 'object' as const,
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city', 'days'],
    },
  },
]

function verify(svc: Svc | undefined, content: unknown, prompt: object) {
  if (!svc) throw new Error('the answer has no svc')
  return verifyIndependently({ svc, messages: prompt, message: content, sealSigner })
}

async function streamed(more: object = {}) {
  const helper = client.messages.stream({ ...asked, ...more })
  let svc: Svc | undefined
  for await (const event of helper) {
    if (event.type === 'message_stop') svc = event.svc as Svc | undefined
  }
  return { svc, message: await helper.finalMessage() }
}

describe.skipIf(sdk === null)('with the package installed', () => {
  test('a buffered answer carries a receipt that a stranger can verify', async () => {
    const system = [{ type: 'text' as const, text: 'Be brief.' }]
    const answer = await client.messages.create({ ...asked, system })
    expect(answer.content[0]).toMatchObject({
      type: 'text',
      text: expect.stringContaining('36') as string,
    })
    const svc = answer.svc as Svc | undefined
    expect(svc?.committed).toBe('messages')
    expect(await verify(svc, answer.content, { messages, system })).toEqual(allHold)
  })

  test('a streamed answer carries one, over the content that the client put together', async () => {
    const { svc, message } = await streamed()
    expect(message.content[0]).toMatchObject({ text: expect.stringContaining('36') as string })
    expect(message.stop_reason).toBe('end_turn')
    expect(await verify(svc, message.content, { messages, system: null })).toEqual(allHold)
  })

  test('thinking and a tool with its input are covered, buffered and streamed', async () => {
    const more = {
      tools,
      tool_choice: { type: 'any' as const },
      thinking: { type: 'enabled' as const, budget_tokens: 1024 },
    }
    const whole = await client.messages.create({ ...asked, ...more })
    const { svc, message } = await streamed(more)
    for (const { content, stop_reason } of [whole, message]) {
      expect(stop_reason).toBe('tool_use')
      expect(content.map(({ type }) => type)).toEqual(['thinking', 'tool_use'])
      expect(content[1]).toMatchObject({ name: 'get_weather', input: { days: 12 } })
    }
    const prompt = { messages, system: null }
    expect(await verify(whole.svc as Svc | undefined, whole.content, prompt)).toEqual(allHold)
    expect(await verify(svc, message.content, prompt)).toEqual(allHold)
  })

  test('the result of a tool is read', async () => {
    const { content } = await client.messages.create({
      ...asked,
      tools,
      messages: [
        ...messages,
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'sunny' }],
        },
      ],
    })
    expect(content[0]).toMatchObject({ text: expect.stringContaining('sunny') as string })
  })

  test("the client's error classes fit", async () => {
    const Anthropic = sdk as NonNullable<typeof sdk>
    const refused = (model: string, more: object = {}) =>
      client.messages.create({ ...asked, model, ...more })
    const stranger = new Anthropic({ baseURL: baseUrl, apiKey: 'sk-unknown', maxRetries: 0 })
    await expect(stranger.messages.create(asked)).rejects.toBeInstanceOf(
      Anthropic.AuthenticationError,
    )
    await expect(refused('svc-uncensored')).rejects.toBeInstanceOf(Anthropic.PermissionDeniedError)
    await expect(refused('gpt-none')).rejects.toBeInstanceOf(Anthropic.NotFoundError)
    await expect(refused('svc-chat', { messages: 'x' })).rejects.toBeInstanceOf(
      Anthropic.BadRequestError,
    )
    const stale = refused('svc-chat', { shown_mode: 'tee' })
    await expect(stale).rejects.toBeInstanceOf(Anthropic.ConflictError)
    await expect(stale).rejects.toMatchObject({
      error: { type: 'error', error: { code: 'shown_mode_stale', would_deliver: 'private' } },
    })
  })
})

test('headers of its clients are accepted, from pages too', async () => {
  const names =
    'x-api-key,anthropic-version,anthropic-beta,anthropic-dangerous-direct-browser-access'
  const preflight = await fetch(`${baseUrl}/v1/messages`, {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': names },
  })
  const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ')
  expect(allowed).toEqual(expect.arrayContaining(names.split(',')))
  const answer = await ask(`${baseUrl}/messages`, asked, {
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'x-1',
  })
  expect(answer.status).toBe(200)
})
