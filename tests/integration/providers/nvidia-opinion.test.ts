import { expect, test } from 'vitest'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { startNear } from '../../../server/demo/providers/near/start-near.ts'
import { startTinfoil } from '../../../server/demo/providers/tinfoil/start-tinfoil.ts'
import { demoModel } from '../../../server/demo/upstream/write-completion.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { askedModel, nearConfig } from '../../support/providers/start-near-gateway.ts'
import { startNras } from '../../support/providers/start-nras.ts'
import { untilEnd } from '../../support/until-end.ts'

// NVIDIA's service is asked where the operator says so. What it says is shown as its opinion, and decides nothing.

const nras = await untilEnd(startNras())
const near = await untilEnd(startNear())

/** A gateway whose first session is established while the service lies so. */
async function gatewayOf(more: object) {
  const config = nearConfig(near)
  const upstreams = config.upstreams.map((each) => ({
    ...each,
    ...more,
  })) as GatewayConfig['upstreams']
  return untilEnd(startGatewayHere({ config: { ...config, upstreams } }))
}

async function ask(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: askedModel, messages: [{ role: 'user', content: 'One word.' }] }),
  })
  expect(response.status).toBe(200)
  return response.text()
}

interface Evidence {
  readonly nonce: string
  readonly opinion?: { readonly answer: string; readonly keys: string }
}

/** What a reader finds of an answer's GPUs, who fetched the evidence that it names. */
async function readerOf(baseUrl: string) {
  const text = await ask(baseUrl)
  const { svc } = JSON.parse(text) as { readonly svc: { readonly evidence: string } }
  const kept = await (await fetch(`${baseUrl}/api/evidence/${svc.evidence}`)).text()
  const signers = await sealSignerOf(baseUrl)
  const judged = judgeGivenEvidence(text, kept, { signers, simulation: 'accept' })
  const opinions = judged.checks.flatMap((check) =>
    check.id.startsWith('nvidia.opinion')
      ? [[check.id, check.status, 'reason' in check ? check.reason : '']]
      : [],
  )
  return {
    evidence: JSON.parse(kept) as Evidence,
    state: judged.state,
    opinions,
    checks: judged.checks,
  }
}

const says = 'NVIDIA’s opinion:'

test('a token is kept with the keys that signed it, once a session, and every reader judges it', async () => {
  nras.asked.length = 0
  const { baseUrl } = await gatewayOf({ nvidia_url: nras.url })
  const { evidence, state, opinions } = await readerOf(baseUrl)
  await ask(baseUrl)
  expect(nras.asked).toHaveLength(1)
  const [asked] = nras.asked
  expect(asked).toEqual({
    nonce: evidence.nonce,
    arch: 'HOPPER',
    evidence_list: [expect.anything(), expect.anything()],
  })
  expect(JSON.stringify(asked)).not.toContain('near-secret')

  expect(JSON.parse(evidence.opinion?.keys ?? '')).toMatchObject({
    keys: [{ kid: 'key-of-a-test' }],
  })
  expect(opinions).toEqual([
    ['nvidia.opinion-signature', 'skip', `${says} yes.`],
    ['nvidia.opinion-key', 'skip', expect.stringContaining('no authority of NVIDIA')],
    ['nvidia.opinion-time', 'skip', `${says} yes.`],
    ['nvidia.opinion-subject', 'skip', `${says} yes.`],
    ['nvidia.opinion', 'skip', `${says} yes. firmware and settings are in order`],
  ])
  const without = await gatewayOf({})
  expect(state).toBe((await readerOf(without.baseUrl)).state)

  const limits = async (url: string) => (await fetch(`${url}/api/limits`)).text()
  expect(await limits(baseUrl)).toContain('"id":"nvidia-asked"')
  expect(await limits(without.baseUrl)).not.toContain('"id":"nvidia-asked"')
})

test.each([
  ['says-no', ['nvidia.opinion', 'no. GPU-0: measres is "fail"']],
  ['another-nonce', ['nvidia.opinion-subject', 'no. the opinion is on another nonce']],
  ['another-gpu', ['nvidia.opinion-subject', 'no. the opinion is on other GPUs']],
  ['another-key', ['nvidia.opinion-signature', 'no. the signature on a token does not hold']],
] as const)('a service that lies (%s) is named, and fails nothing', async (how, [id, reason]) => {
  nras.lie(how)
  const { baseUrl } = await gatewayOf({ nvidia_url: nras.url })
  nras.lie(null)
  const { opinions, checks, state } = await readerOf(baseUrl)
  const noes = opinions.filter(([, , said]) => said?.startsWith(`${says} no.`))
  expect(noes).toEqual([[id, 'skip', `${says} ${reason}`]])
  expect(checks.filter(({ status }) => status === 'fail')).toEqual([])
  expect(state).toBe('simulated')
})

test.each([
  ['is away', () => 'http://127.0.0.1:9'],
  ['fails', () => (nras.lie('status-500'), nras.url)],
  ['answers something else', () => (nras.lie('no-json'), nras.url)],
])('a service that %s holds nothing up: what it would say is not proven', async (_how, urlOf) => {
  const { baseUrl } = await gatewayOf({ nvidia_url: urlOf() })
  nras.lie(null)
  const { evidence, opinions } = await readerOf(baseUrl)
  expect(evidence.opinion).toBeUndefined()
  expect(opinions).toEqual([
    [
      'nvidia.opinion',
      'skip',
      expect.stringContaining('firmware, revocation and confidential mode'),
    ],
  ])
})

test('nobody is asked without the operator’s word, nor for a client’s own nonce', async () => {
  nras.asked.length = 0
  const { baseUrl } = await gatewayOf({})
  await ask(baseUrl)
  expect(nras.asked).toEqual([])
  const asking = await gatewayOf({ nvidia_url: nras.url })
  expect(nras.asked).toHaveLength(1)
  const key = await fetch(
    `${asking.baseUrl}/api/e2ee/key?model=${askedModel}&nonce=${'ab'.repeat(32)}`,
  )
  expect(key.status).toBe(200)
  expect(nras.asked).toHaveLength(1)
})

test('the GPUs of an enclave of Tinfoil are asked about, too', async () => {
  const tinfoil = await untilEnd(startTinfoil())
  nras.asked.length = 0
  const gateway = await untilEnd(
    startGatewayHere({
      config: {
        upstreams: [
          {
            id: 'tinfoil',
            kind: 'tinfoil-simulated',
            base_url: tinfoil.baseUrl,
            makers_url: tinfoil.makersUrl,
            repository: tinfoil.repository,
            simulation_roots: tinfoil.roots as never,
            nvidia_url: nras.url,
            models: { [askedModel]: demoModel },
          },
        ],
        traits: {},
      },
    }),
  )
  const { opinions } = await readerOf(gateway.baseUrl)
  expect(nras.asked).toHaveLength(1)
  expect(opinions).toContainEqual(['nvidia.opinion', 'skip', expect.stringContaining('yes.')])
})
