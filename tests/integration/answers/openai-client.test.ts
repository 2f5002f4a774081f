import OpenAI from 'openai'
import { expect, inject, test } from 'vitest'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

// The gateway as `npm start` runs it without configuration, asked by the real `openai` package.

const gateway = inject('demo')
const sealSigner = await sealSignerOf(gateway.baseUrl)
const key = await makeKey(gateway.baseUrl)
const client = new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: key, maxRetries: 0 })

type WithSvc = { readonly svc?: Parameters<typeof verifyIndependently>[0]['svc'] }

const messages = [{ role: 'user' as const, content: 'What is 12 * 3? — “ünïcode” 😀' }]

async function verify(svc: WithSvc['svc'], message: unknown, asked: unknown = messages) {
  if (!svc) throw new Error('the answer has no svc')
  return verifyIndependently({ svc, messages: asked, message, sealSigner })
}

test('a buffered answer carries a receipt that a stranger can verify', async () => {
  const answer = await client.chat.completions.create({ model: 'svc-chat', messages })
  expect(answer.choices[0]?.message.content).toContain('36')
  expect(await verify((answer as WithSvc).svc, answer.choices[0]?.message)).toEqual(allHold)
})

test('a streamed answer carries one receipt, over the message put together from its deltas', async () => {
  const stream = await client.chat.completions.create({
    model: 'svc-chat',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  })
  let content = ''
  let usage: unknown
  const blocks: NonNullable<WithSvc['svc']>[] = []
  for await (const chunk of stream) {
    content += chunk.choices[0]?.delta.content ?? ''
    usage = chunk.usage ?? usage
    const { svc } = chunk as WithSvc
    if (svc) {
      expect(chunk.choices[0]?.finish_reason).toBe('stop')
      blocks.push(svc)
    }
  }
  expect(content).toContain('36')
  expect(usage).toMatchObject({ completion_tokens: expect.any(Number) as number })
  expect(blocks).toHaveLength(1)
  expect(await verify(blocks[0], { role: 'assistant', content })).toEqual(allHold)
})

test('the .stream() helper gives the whole message, which a stranger can verify', async () => {
  const helper = client.chat.completions.stream({ model: 'svc-chat', messages })
  let svc: WithSvc['svc']
  helper.on('chunk', (chunk) => {
    svc = (chunk as WithSvc).svc ?? svc
  })
  const final = await helper.finalChatCompletion()
  const content = final.choices[0]?.message.content
  expect(content).toContain('36')
  expect(await verify(svc, { role: 'assistant', content })).toEqual(allHold)
})

const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'get_weather',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
      },
    },
  },
]

test('a tool call is answered, and committed to', async () => {
  const answer = await client.chat.completions.create({
    model: 'svc-chat',
    messages,
    tools,
    tool_choice: 'required',
  })
  const message = answer.choices[0]?.message
  expect(message?.tool_calls?.[0]).toMatchObject({ function: { name: 'get_weather' } })
  expect(await verify((answer as WithSvc).svc, message)).toEqual(allHold)
})

test('a streamed tool call is put together, and committed to without its index', async () => {
  const stream = await client.chat.completions.create({
    model: 'svc-chat',
    messages,
    tools,
    tool_choice: { type: 'function', function: { name: 'get_weather' } },
    stream: true,
  })
  const call = { id: '', type: 'function', function: { name: '', arguments: '' } }
  let svc: WithSvc['svc']
  for await (const chunk of stream) {
    const part = chunk.choices[0]?.delta.tool_calls?.[0]
    call.id ||= part?.id ?? ''
    call.function.name ||= part?.function?.name ?? ''
    call.function.arguments += part?.function?.arguments ?? ''
    svc = (chunk as WithSvc).svc ?? svc
  }
  expect(JSON.parse(call.function.arguments)).toHaveProperty('city')
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  expect(await verify(svc, message)).toEqual(allHold)
})

test('response_format, n and image parts pass through', async () => {
  const asked = [
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: 'What is this?' },
        { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      ],
    },
  ]
  const images = await client.chat.completions.create({ model: 'vision', messages: asked, n: 2 })
  expect(images.choices).toHaveLength(2)
  expect(images.choices[1]?.message.content).toContain('1 image')
  expect(await verify((images as WithSvc).svc, images.choices[0]?.message, asked)).toEqual(allHold)

  const json = await client.chat.completions.create({
    model: 'svc-chat',
    messages,
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'n',
        schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      },
    },
  })
  expect(JSON.parse(json.choices[0]?.message.content ?? '')).toEqual({ ok: true })
})

test('a streamed answer with n: 2 carries one receipt, for the first choice', async () => {
  const stream = await client.chat.completions.create({
    model: 'svc-chat',
    messages,
    n: 2,
    stream: true,
  })
  const contents = ['', '']
  const blocks: WithSvc['svc'][] = []
  for await (const chunk of stream) {
    for (const { index, delta } of chunk.choices) contents[index] += delta.content ?? ''
    const { svc } = chunk as WithSvc
    if (svc) blocks.push(svc)
  }
  expect(contents[1]).toContain('36')
  expect(blocks).toHaveLength(1)
  expect(await verify(blocks[0], { role: 'assistant', content: contents[0] })).toEqual(allHold)
})

test('models are listed, counted and described', async () => {
  const page = await client.models.list()
  expect(page.data).toHaveLength(26)
  expect(page).toMatchObject({ body: { count: 26, sealable: 9 } })
  const uncensored = await client.models.retrieve('svc-uncensored')
  expect(uncensored).toMatchObject({
    object: 'model',
    svc: { sealable: true, plan: 'paid', content_policy: 'uncensored' },
  })
})

test("the client's error classes fit", async () => {
  const ask = (model: string, more: object = {}) =>
    client.chat.completions.create({ model, messages, ...more } as never)
  const stranger = new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: 'dummy', maxRetries: 0 })
  await expect(
    stranger.chat.completions.create({ model: 'svc-chat', messages }),
  ).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  await expect(ask('svc-uncensored')).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError)
  await expect(ask('gpt-none')).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  await expect(ask('svc-chat', { messages: 'x' })).rejects.toBeInstanceOf(OpenAI.BadRequestError)
  await expect(ask('svc-chat', { shown_mode: 'tee' })).rejects.toBeInstanceOf(OpenAI.ConflictError)
})
