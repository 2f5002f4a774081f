import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import { untilEnd } from '../../support/until-end.ts'
import { startEnclave } from '../../support/enclave/start-enclave.ts'

// What the package refuses before it sends anything is an answer, so that SDKs ask once.

const { simulator, gateway } = await untilEnd(startEnclave())

const messages = [{ role: 'user' as const, content: 'Hi' }]
const tool = { type: 'function' as const, function: { name: 'a' } }
const schema = { type: 'object', properties: {} }

/** An SDK with its own tries, and how often it asked. */
function sdk() {
  let asked = 0
  const encrypted = countersignFetch({
    gateway: gateway.baseUrl,
    atLeast: 'e2ee',
    simulation: 'accept',
  })
  const client = new OpenAI({
    apiKey: 'unused',
    baseURL: `${gateway.baseUrl}/v1`,
    maxRetries: 2,
    fetch: (...request) => {
      asked += 1
      return encrypted(...request)
    },
  })
  return { client, asked: () => asked }
}

test.each([
  ['tools', { tools: [tool] }, 'e2ee_tools_not_private'],
  [
    'a schema for the answer',
    { response_format: { type: 'json_schema' as const, json_schema: { name: 'a', schema } } },
    'e2ee_field_not_private',
  ],
  ['what repeats the answer', { logprobs: true }, 'e2ee_field_not_private'],
])('%s: a 400 that is asked once', async (_name, more, code) => {
  const { client, asked } = sdk()
  const asking = client.chat.completions.create({ model: 'test-sealed', messages, ...more })
  await expect(asking).rejects.toMatchObject({ status: 400, code })
  expect(asked()).toBe(1)
})

test('a path that nobody can verify is a 400 that is asked once', async () => {
  const { client, asked } = sdk()
  const asking = client.completions.create({ model: 'test-sealed', prompt: 'Hi' })
  await expect(asking).rejects.toMatchObject({ status: 400, code: 'unsupported_path' })
  expect(asked()).toBe(1)
})

test('a body that is no JSON is a 400', async () => {
  const encrypted = countersignFetch({ gateway: gateway.baseUrl, atLeast: 'e2ee' })
  const url = `${gateway.baseUrl}/v1/chat/completions`
  const refused = await encrypted(url, { method: 'POST', body: '{"model":' })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { code: 'invalid_request_error' } })
})

test('a model that no enclave serves is a 404 that is asked once', async () => {
  const { client, asked } = sdk()
  const asking = client.chat.completions.create({ model: 'test-paid', messages })
  await expect(asking).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  expect(asked()).toBe(1)
  expect(simulator.counts.chat).toBe(0)
})
