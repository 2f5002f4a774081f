import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NearFault } from '../../../server/demo/providers/near/near-faults.ts'
import { askEncrypted, canaryMessages, refusalOf } from '../../support/requests/ask-encrypted.ts'
import {
  askInClear,
  asksInClear,
  judgeLater,
  namedIn,
} from '../../support/requests/ask-in-clear.ts'
import { nearLies } from '../../support/providers/provider-lies.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import {
  askedModel,
  nearConfig,
  startNearGateway,
} from '../../support/providers/start-near-gateway.ts'
import { threeOf } from '../../support/three-of.ts'
import { untilEnd } from '../../support/until-end.ts'

const { simulator, gateway } = await untilEnd(startNearGateway())

beforeEach(() => simulator.setFault(null))

const ask = (more: object = {}, baseUrl = gateway.baseUrl) =>
  askInClear(baseUrl, { model: askedModel, ...more })

test.each(asksInClear)(
  'an answer of $path is verified, and judged later (stream: $stream)',
  async ({ path, stream }) => {
    const answered = await askInClear(gateway.baseUrl, { model: askedModel, stream }, path)
    const { verdict } = await judgeLater(gateway.baseUrl, answered)
    // The words of a translated answer are the gateway's: the host signed others.
    expect(verdict).toBe(path === '/v1/chat/completions' ? 'verified' : 'partial')
  },
)

test('each request has a number of its own, and nothing that its caller wrote in `user`', async () => {
  simulator.received.length = 0
  for (const user of [undefined, 'canary-user']) {
    await ask({ user })
  }
  const sent = simulator.received.map((body) => JSON.parse(body.toString()) as { user: string })
  expect(sent.map(({ user }) => user)).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ])
  expect(sent[0]?.user).not.toBe(sent[1]?.user)
})

test('a gateway that waits for nothing but such an enclave starts', async () => {
  const process = await untilEnd(startGateway({ config: nearConfig(simulator) }))
  const { status } = await ask({}, process.baseUrl)
  expect(status).toBe(200)
})

test('the limits say what such an enclave does not prove, and nothing that it is not', async () => {
  const limits = await fetch(`${gateway.baseUrl}/api/limits`)
  const { not_promised: said } = (await limits.json()) as { not_promised: { id: string }[] }
  const ids = said.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['programs-claimed', 'gpus-elsewhere']))
  // Its programs were accepted by nobody.
  expect(ids).not.toContain('enclave-limits')
  expect(ids).toContain('e2ee-in-clear')
})

test('evidence is served by its digest alone', async () => {
  for (const digest of ['ab'.repeat(32), 'x', '..%2Fcollateral']) {
    const answer = await fetch(`${gateway.baseUrl}/api/evidence/${digest}`)
    expect(answer.status).toBe(404)
  }
})

test('a model of a host can be encrypted to', async () => {
  const listed = await (await fetch(`${gateway.baseUrl}/v1/models/${askedModel}`)).json()
  expect(listed).toMatchObject({ svc: { mode: 'tee', modes: ['e2ee', 'tee'], sealable: true } })
})

const failures: readonly NearFault[] = ['cut-stream', 'hang', 'http-500']

test.each(nearLies.filter(({ told }) => told === 'before'))(
  'a host with the fault $lie is sent nothing, and $fails alone is named',
  async ({ lie: fault, fails }) => {
    const lying = await untilEnd(startNearGateway({ fault }))
    const { status, text } = await ask({}, lying.gateway.baseUrl)
    expect(status).toBe(503)
    expect(text).toContain('"code":"attestation_unavailable"')
    expect(namedIn(text)).toEqual(fails)
    expect(lying.simulator.counts.chat).toBe(0)
    expect(lying.simulator.received).toEqual([])
  },
)

/** Streamed, all of them are told to who encrypts. */
const after = nearLies.filter(({ told }) => told === 'after')

test.each([
  ...after.map((each) => ({ ...each, stream: false })),
  ...threeOf(after).map((each) => ({ ...each, stream: true })),
])(
  'a host with the fault $lie has its answer refused, streamed $stream, and $fails alone is named',
  async ({ lie: fault, fails, stream }) => {
    simulator.setFault(fault)
    const { text } = await ask({ stream })
    expect(text).toContain('"code":"unverified_enclave"')
    expect(namedIn(text)).toEqual(fails)
    expect(text).not.toContain('"svc"')
    if (!stream) expect(text).not.toMatch(/demo|language model/)
  },
)

test.each(failures)('an answer that ends in the fault %s is none', async (fault) => {
  const failing = await untilEnd(startNearGateway({}, 1_000))
  failing.simulator.setFault(fault)
  const { text } = await ask({ stream: true }, failing.gateway.baseUrl)
  expect(text).toMatch(/"code":"(?:upstream_|unverified_enclave)/)
  expect(text).not.toContain('"svc"')
})

/** As somebody does who encrypts. */
const askSealed = (body: object, clear?: readonly string[]) =>
  askEncrypted(gateway.baseUrl, { model: askedModel, ...body }, clear)

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
    const found = await askSealed(body, anything).catch((error) => error)
    expect(found, JSON.stringify(body)).not.toMatchObject({ status: 200 })
  }
  expect(simulator.received).toEqual([])
})

test('what was allowed by name leaves in clear, and the verdict names it', async () => {
  simulator.received.length = 0
  const { verdict } = await askSealed({ guided_regex: 'a+' }, ['guided_regex'])
  expect(simulator.received[0]?.toString()).toContain('"guided_regex":"a+"')
  expect(JSON.stringify(verdict?.checks)).toContain('guided_regex')
})

test('a text that reads as a list stays a text', async () => {
  const { status } = await askSealed({
    messages: [{ role: 'user', content: '["one"]' }],
  })
  expect(status).toBe(200)
})

describe('an encrypted answer with a fault', () => {
  const told = nearLies.filter(({ told: when }) => when !== 'before')
  const faults: readonly (readonly [NearFault, readonly string[]])[] = [
    ...told.map(({ lie, fails }) => [lie, fails] as const),
    ['http-500', ['upstream_error']],
  ]
  const buffered = threeOf(faults)
  // The host is verified before anything goes wrong.
  beforeAll(() => askSealed({}))

  test.each(faults)('is not handed out: %s, and %s alone is named', async (fault, fails) => {
    simulator.setFault(fault)
    for (const stream of buffered.some(([each]) => each === fault) ? [true, false] : [true]) {
      expect(await refusalOf(askSealed({ stream }))).toEqual(fails)
    }
  })

  test.each([true, false])(
    'in clear is found by the gateway, too, which signs nothing: %s',
    async (stream) => {
      simulator.setFault('clear-end')
      const refused = await askSealed({ stream }).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        status: expect.any(Number) as number,
        check: 'e2ee.encrypted',
      })
    },
  )
})
