import { expect, test } from 'vitest'
import type { NearFault } from '../../../server/demo/providers/near/near-faults.ts'
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

/** Streamed, and encrypted, all of them: near-encrypted.test.ts. */
const after = nearLies.filter(({ told }) => told === 'after')

test.each([
  ...after.map((each) => ({ ...each, stream: false })),
  ...threeOf(after).map((each) => ({ ...each, stream: true })),
])(
  'a host with the fault $lie has its answer refused, streamed $stream, and $fails alone is named',
  async ({ lie: fault, fails, stream }) => {
    simulator.setFault(fault)
    const { text } = await ask({ stream })
    simulator.setFault(null)
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
