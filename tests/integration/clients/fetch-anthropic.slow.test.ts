import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import { anthropicSdk } from '../../support/clients/anthropic-sdk.ts'
import {
  sealedModel,
  startVectorsEnclave,
  type EnclaveSetup,
} from '../../support/enclave/start-enclave.ts'

// The fetch of the package under Anthropic's own client, which is installed for it.

let setup: EnclaveSetup

beforeAll(async () => {
  setup = await startVectorsEnclave()
})

afterAll(() => setup.stop())

const modes = ['tee', 'e2ee'] as const
const translatedSvc = { verdict: { by: 'countersign', state: 'simulated' }, translated: true }
const sdk = await anthropicSdk()
const why = sdk === null ? ' (skipped: npm run test:clients did not install it)' : ''

describe.skipIf(sdk === null).each(modes)(
  `the official client of Anthropic in %s${why}`,
  (atLeast) => {
    const asked = {
      model: sealedModel,
      max_tokens: 400,
      system: 'Be brief.',
      messages: [{ role: 'user', content: 'What is 12 * 3?' }],
    }
    const tools = [
      {
        name: 'get_weather',
        input_schema: { type: 'object', properties: { city: { type: 'string' } } },
      },
    ]

    function client(clear: readonly string[] = []) {
      if (sdk === null) throw new Error('it is not installed')
      const asked = countersignFetch({
        gateway: setup.gateway.baseUrl,
        atLeast,
        simulation: 'accept',
        clear,
      })
      return new sdk({ apiKey: 'unused', maxRetries: 0, fetch: asked })
    }

    test('gets a message, whole and as a stream', async () => {
      const whole = await client().messages.create(asked)
      const final = await client().messages.stream(asked).finalMessage()
      for (const message of [whole, final]) {
        expect(message).toMatchObject({
          stop_reason: 'end_turn',
          content: [{ type: 'text', text: expect.stringContaining('36') as string }],
        })
      }
      expect(whole).toMatchObject({ svc: { ...translatedSvc, privacy_mode: atLeast } })
    })

    test('calls a tool, whole and as a stream', async () => {
      const body = { ...asked, tools, tool_choice: { type: 'any' } }
      const whole = await client(['tools']).messages.create(body)
      const final = await client(['tools']).messages.stream(body).finalMessage()
      for (const message of [whole, final]) {
        expect(message).toMatchObject({
          stop_reason: 'tool_use',
          content: [{ type: 'tool_use', name: 'get_weather' }],
        })
      }
    })

    test('gets what cannot be asked, or is not served, as errors of its own', async () => {
      const { messages } = client()
      const wrong = messages.create({ ...asked, container: 'c' })
      await expect(wrong).rejects.toBeInstanceOf(sdk?.BadRequestError ?? Error)
      const none = messages.create({ ...asked, model: 'claude-none' })
      await expect(none).rejects.toBeInstanceOf(sdk?.NotFoundError ?? Error)
    })
  },
)
