import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { appCompose } from '../../../server/demo/enclave/hardware/app-compose.ts'
import type { EnclavePlan, SimulatedKeyset } from '../../../server/demo/enclave/enclave-plan.ts'
import {
  startSimulator,
  type SimulatorOptions,
} from '../../../server/demo/enclave/start-simulator.ts'
import { untilEnd } from '../../support/until-end.ts'
import { relabelledBoot } from '../../support/enclave/relabelled-boot.ts'
import { sealedModel, simulatedConfig } from '../../support/enclave/start-enclave.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'

interface Answer {
  readonly error?: { readonly code: string; readonly checks?: readonly { readonly id: string }[] }
  readonly svc?: { readonly privacy_mode: string }
}

async function ask(baseUrl: string): Promise<Answer> {
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: sealedModel,
      messages: [{ role: 'user', content: 'Say something.' }],
    }),
  })
  return (await response.json()) as Answer
}

/** A gateway for an enclave of this plan; `reference` is what its operator accepts beside the usual. */
async function serve(options: SimulatorOptions, reference: object = {}) {
  const simulator = await untilEnd(startSimulator(options))
  const values = { ...simulator.referenceValues, ...reference }
  const config = simulatedConfig(simulator, {}, { reference_values: values } as object)
  const gateway = await untilEnd(startGatewayHere({ config }))
  return { gateway, simulator }
}

const extended: EnclavePlan = {
  boundKeyset: (keyset) =>
    ({
      ...keyset,
      workload_id: 'w',
      e2ee_public_keys: [
        { key_id: 'e2ee-v3', algo: 'ml-kem-768', public_key: 'Base64==' },
        ...keyset.e2ee_public_keys,
      ],
      tls_public_keys: keyset.tls_public_keys.map((key) => ({ ...key, domain: null })),
    }) as unknown as SimulatedKeyset,
  custody: (custody) => ({
    ...custody,
    keys: [{ role: 'e2ee-v3' }, ...custody.keys] as unknown as typeof custody.keys,
  }),
}

test('an enclave that stands before its next version is served from, over TLS and end to end', async () => {
  const { gateway } = await serve({ plan: extended })
  expect((await ask(gateway.baseUrl)).svc?.privacy_mode).toBe('tee')
  const proxy = await untilEnd(startProxy(gateway.baseUrl))
  const answer = await ask(proxy.baseUrl)
  expect(answer.error).toBeUndefined()
  expect(answer).toHaveProperty('choices')
})

test('nothing is sent to an enclave that shows a foreign compose file as the pinned one', async () => {
  const { gateway, simulator } = await serve({ plan: relabelledBoot })
  const { error } = await ask(gateway.baseUrl)
  expect(error?.code).toBe('attestation_unavailable')
  expect(error?.checks?.map(({ id }) => id)).toContain('measurement.events')
  expect(simulator.counts.chat).toBe(0)
})

/** The usual compose file with this in the environment of its first service. */
function composeWith(entry: string): string {
  const compose = JSON.parse(appCompose('pinned')) as Record<string, string>
  const file = compose['docker_compose_file'] ?? ''
  return JSON.stringify({
    ...compose,
    docker_compose_file: file.replace('- UPSTREAM=http://model:8000', entry),
    allowed_envs: ['UPSTREAM_KEY'],
  })
}

async function serveWith(entry: string, serving: 'direct' | 'aggregator') {
  const compose = composeWith(entry)
  return serve(
    { plan: { compose }, serving },
    {
      compose_hashes: [createHash('sha256').update(compose).digest('hex')],
      allowed_envs: ['UPSTREAM_KEY'],
    },
  )
}

test('an aggregator that takes a key from its environment is served from once it is pinned', async () => {
  const { gateway } = await serveWith('- KEY=${UPSTREAM_KEY}', 'aggregator')
  expect((await ask(gateway.baseUrl)).svc?.privacy_mode).toBe('tee')
})

test.each([
  ['an aggregator takes an address', '- UPSTREAM=https://${UPSTREAM_KEY}', 'aggregator'],
  ['an aggregator takes its code', '- COMMIT_SHA=${UPSTREAM_KEY}', 'aggregator'],
  ['a direct service takes anything', '- KEY=${UPSTREAM_KEY}', 'direct'],
] as const)('nothing is sent where %s from its environment', async (_what, entry, serving) => {
  const { gateway, simulator } = await serveWith(entry, serving)
  const { error } = await ask(gateway.baseUrl)
  const check = serving === 'direct' ? 'policy.direct-serving' : 'policy.compose-content'
  expect(error?.checks?.map(({ id }) => id)).toContain(check)
  expect(simulator.counts.chat).toBe(0)
})
