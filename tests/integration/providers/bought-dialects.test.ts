import { beforeEach, describe, expect, test } from 'vitest'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import { askEncrypted, canaryMessages, refusalOf } from '../../support/requests/ask-encrypted.ts'
import { fewWords } from '../../support/enclave/fault-outcomes.ts'
import { chutesModel, startChutesGateway } from '../../support/providers/start-chutes-gateway.ts'
import { startMiddle } from '../../support/peers/start-middle.ts'
import { askedModel, startNearGateway } from '../../support/providers/start-near-gateway.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'
import {
  startTinfoilGateway,
  tinfoilModels,
} from '../../support/providers/start-tinfoil-gateway.ts'
import { askedOfVenice, startVeniceGateway } from '../../support/providers/start-venice-gateway.ts'
import { threeOf } from '../../support/three-of.ts'
import { untilEnd } from '../../support/until-end.ts'

// The local proxy and the package encrypt to enclaves that one can buy, in each dialect, as they do to others. Two dialects are
// translated to chat first, whoever provides the enclave.

const near = await untilEnd(startNearGateway())
const venice = await untilEnd(startVeniceGateway())
const tinfoil = await untilEnd(startTinfoilGateway())
const chutes = await untilEnd(startChutesGateway())

const tools = [
  {
    type: 'function',
    function: {
      name: 'canary_tool',
      description: 'a canary in the question',
      parameters: { type: 'object', properties: { canary_parameter: { type: 'string' } } },
    },
  },
]

const bodies = {
  'chat/completions': { messages: canaryMessages, max_tokens: fewWords },
  messages: { messages: canaryMessages, max_tokens: fewWords },
  responses: { input: 'a canary', max_output_tokens: fewWords },
  embeddings: { input: ['a canary', 'another canary'] },
} as const

type Asked = readonly [by: 'proxy' | 'package', path: keyof typeof bodies, stream: boolean]

const chats: readonly Asked[] = [
  ['proxy', 'chat/completions', false],
  ['proxy', 'chat/completions', true],
  ['proxy', 'messages', true],
  ['package', 'chat/completions', true],
  ['proxy', 'responses', false],
  ['package', 'messages', false],
  ['package', 'responses', true],
]

const vectors: readonly Asked[] = [
  ['proxy', 'embeddings', false],
  ['package', 'embeddings', false],
]

describe.each([
  ['near', near, askedModel, chats],
  ['venice', venice, askedOfVenice, threeOf(chats)],
  ['tinfoil', tinfoil, tinfoilModels.chat, [...threeOf(chats), ...vectors]],
  ['chutes', chutes, chutesModel, threeOf(chats)],
] as const)('%s', async (name, { gateway, simulator }, chatModel, asks) => {
  const middle = await untilEnd(startMiddle(gateway.baseUrl))
  const proxy = await untilEnd(startProxy(middle.baseUrl))
  const ways = {
    proxy: { base: `${proxy.baseUrl}/v1`, ask: fetch },
    package: {
      base: `${middle.baseUrl}/v1`,
      ask: countersignFetch({ gateway: middle.baseUrl, atLeast: 'e2ee', simulation: 'accept' }),
    },
  } as const

  beforeEach(() => middle.lie({}))

  async function post(by: Asked[0], path: Asked[1], stream: boolean) {
    const model = path === 'embeddings' ? tinfoilModels.embeddings : chatModel
    const { base, ask } = ways[by]
    // Venice would read them.
    const more = path === 'chat/completions' && name !== 'venice' && { tools }
    const response = await ask(`${base}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, ...bodies[path], ...more, ...(stream && { stream }) }),
    })
    return { status: response.status, text: await response.text() }
  }

  test.each(asks)('%s, %s, stream %s: is encrypted, and judged', async (by, path, stream) => {
    simulator.received.length = 0
    const before = proxy.judgements.length
    const { status, text } = await post(by, path, stream)
    expect(status).toBe(200)
    expect(text).toContain('"privacy_mode":"e2ee"')
    expect(text).toMatch(/"state":"simulated"/)
    const judged = proxy.judgements.slice(before).map(({ outcome }) => outcome)
    expect(judged).toEqual(by === 'proxy' ? ['complete'] : [])
    expect(simulator.received).toHaveLength(1)
    expect(Buffer.from(simulator.received[0] ?? []).toString('latin1')).not.toContain('canary')
  })

  // Of Chutes, another instance is taken for the next request (chutes.test.ts). The package opens the same exchange.
  test.each(name === 'chutes' ? [] : (['proxy'] as const))(
    'the %s, whose enclave has another key by now, verifies it again',
    async (by) => {
      expect((await post(by, 'chat/completions', false)).status).toBe(200)
      await simulator.replaceKey()
      const { status, text } = await post(by, 'chat/completions', false)
      expect(status).toBe(200)
      expect(text).toContain('"state":"simulated"')
    },
  )

  test('a connection that breaks within an answer is called so, and blames nobody', async () => {
    const broken = async <Told>(ask: () => Promise<Told>): Promise<Told> => {
      const { promise: dropAnswer, resolve: drop } = Promise.withResolvers<void>()
      middle.lie({ dropAnswer })
      const asked = ask()
      await middle.held()
      drop()
      return asked
    }
    const told = await broken(() =>
      refusalOf(askEncrypted(middle.baseUrl, { model: chatModel, stream: true })),
    )
    expect(told).toEqual(['gateway_unreachable'])
    // First of a refusal, where the enclave has another key than the proxy knows; then of a stream.
    for (let count = 0; count < 2; count += 1) {
      const { text } = await broken(() => post('proxy', 'chat/completions', true))
      expect(text).toContain('"code":"upstream_error"')
      expect(text).not.toMatch(/unverified_enclave|"svc"/)
      middle.lie({})
      await post('proxy', 'chat/completions', false)
    }
  })
})
