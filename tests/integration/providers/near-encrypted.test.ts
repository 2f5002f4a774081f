import { beforeAll, describe, expect, test } from 'vitest'
import type { NearFault } from '../../../server/demo/providers/near/near-faults.ts'
import { askedModel, startNearGateway } from '../../support/providers/start-near-gateway.ts'
import { askEncrypted, canaryMessages, refusalOf } from '../../support/requests/ask-encrypted.ts'
import { nearLies } from '../../support/providers/provider-lies.ts'
import { threeOf } from '../../support/three-of.ts'
import { untilEnd } from '../../support/until-end.ts'

const secret = 'a canary in the question'
const tools = [
  {
    type: 'function',
    function: {
      name: 'canary_tool',
      description: secret,
      parameters: { type: 'object', properties: { canary_parameter: { type: 'string' } } },
    },
  },
]

const askBody = (gateway: string, body: object, clear?: readonly string[]) =>
  askEncrypted(gateway, { model: askedModel, ...body }, clear)

describe('fields encrypted to a host', async () => {
  const { simulator, gateway } = await untilEnd(startNearGateway())

  test.each([{}, { stream: true }, { tools }, { stream: true, tools, tool_choice: 'required' }])(
    'open here alone, and what is asked is verified: %o',
    async (more) => {
      simulator.received.length = 0
      const { status, text, verdict } = await askBody(gateway.baseUrl, more)
      expect(text).toContain('"svc"')
      expect(status).toBe(200)
      expect(verdict).toMatchObject({ state: 'simulated', outcome: 'returned' })
      expect(simulator.received).toHaveLength(1)
      expect(simulator.received[0]?.toString()).not.toContain('canary')
    },
  )

  test('what a host would take in clear is never sent so, whatever was allowed', async () => {
    simulator.received.length = 0
    const odd = [{ type: 'custom', custom: { name: 'canary_tool' } }]
    const bodies: readonly object[] = [
      { tools: odd },
      { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: odd } } },
      { functions: [{ name: 'canary_tool' }] },
      { messages: [...canaryMessages, { role: 'assistant', canary: 'x' }] },
      { messages: [{ role: 'user', content: 1 }] },
      { messages: [{ role: 'user', content: 'x', tool_calls: [{ function: { name: {} } }] }] },
      { logprobs: true },
      { guided_regex: 'canary' },
    ]
    const anything = ['tools', 'messages[]', 'tools[]', 'tool_choice', 'functions']
    for (const body of bodies) {
      const found = await askBody(gateway.baseUrl, body, anything).catch((error) => error)
      expect(found, JSON.stringify(body)).not.toMatchObject({ status: 200 })
    }
    expect(simulator.received).toEqual([])
  })

  test('what was allowed by name leaves in clear, and the verdict names it', async () => {
    simulator.received.length = 0
    const { verdict } = await askBody(gateway.baseUrl, { guided_regex: 'a+' }, ['guided_regex'])
    expect(simulator.received[0]?.toString()).toContain('"guided_regex":"a+"')
    expect(JSON.stringify(verdict?.checks)).toContain('guided_regex')
  })

  test('a text that reads as a list stays a text', async () => {
    const { status } = await askBody(gateway.baseUrl, {
      messages: [{ role: 'user', content: '["one"]' }],
    })
    expect(status).toBe(200)
  })

  test('another key under the same TLS key is found, judged, and encrypted to', async () => {
    await askBody(gateway.baseUrl, {})
    const before = simulator.counts.attestation
    simulator.replaceKey()
    expect((await askBody(gateway.baseUrl, {})).status).toBe(200)
    expect(simulator.counts.attestation).toBeGreaterThan(before)
  })
})

describe('an encrypted answer with a fault', async () => {
  const { simulator, gateway } = await untilEnd(startNearGateway())

  const told = nearLies.filter(({ told: when }) => when !== 'before')
  const faults: readonly (readonly [NearFault, readonly string[]])[] = [
    ...told.map(({ lie, fails }) => [lie, fails] as const),
    ['http-500', ['upstream_error']],
  ]
  const buffered = threeOf(faults)
  // The host is verified before anything goes wrong.
  beforeAll(() => askBody(gateway.baseUrl, {}))

  test.each(faults)('is not handed out: %s, and %s alone is named', async (fault, fails) => {
    simulator.setFault(fault)
    for (const stream of buffered.some(([each]) => each === fault) ? [true, false] : [true]) {
      expect(await refusalOf(askBody(gateway.baseUrl, { stream }))).toEqual(fails)
    }
  })

  test.each([true, false])(
    'in clear is found by the gateway, too, which signs nothing: %s',
    async (stream) => {
      simulator.setFault('clear-end')
      const refused = await askBody(gateway.baseUrl, { stream }).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        status: expect.any(Number) as number,
        check: 'e2ee.encrypted',
      })
    },
  )
})
