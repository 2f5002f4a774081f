import { describe, expect, test } from 'vitest'
import type { SimulatorOptions } from '../../../server/demo/enclave/start-simulator.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'

const messages = [{ role: 'user', content: 'Say something.' }]

async function start(options: SimulatorOptions) {
  const simulated = { serving: 'aggregator', replicas: 2, ...options } as const
  const setup = await untilEnd(startEnclave(simulated))
  const proxy = await untilEnd(startProxy(setup.gateway.baseUrl))
  return { ...setup, proxy }
}

/** Statuses of so many requests, half of them streamed; a stream counts as served with its last event. */
async function askMany(baseUrl: string, count: number, more: object = {}) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      ask(`${baseUrl}/v1/chat/completions`, {
        model: sealedModel,
        messages,
        stream: index % 2 === 0,
        // What each piece of an answer costs to seal and to open is no part of the question.
        max_tokens: 8,
        ...more,
      }),
    ),
  )
  return answers.map(({ status, text }) => {
    const isStream = text.startsWith('data: ')
    return status === 200 && (!isStream || text.trimEnd().endsWith('data: [DONE]'))
      ? 'served'
      : text.slice(-400)
  })
}

const served = (count: number) => Array.from({ length: count }, () => 'served')

test.each([
  ['proven', 'each-connection'],
  ['unproven', 'each-request'],
] as const)(
  'two replicas, the channel %s, behind a balancer of %s serve every request, in clear to the gateway and end to end encrypted',
  async (channel, balance) => {
    const { gateway, proxy } = await start({ channel, balance })
    // In the first round the replicas are met, in the second they are known.
    for (let round = 0; round < 2; round += 1) {
      expect(await askMany(gateway.baseUrl, 2)).toEqual(served(2))
      expect(await askMany(proxy.baseUrl, 2)).toEqual(served(2))
    }
    expect(proxy.judgements.map(({ verdict }) => verdict.kind)).toEqual(
      Array.from({ length: 4 }, () => 'verified'),
    )
  },
)

test('each replica is attested over the connection that met it, and no more often than it must be', async () => {
  const { simulator, gateway } = await start({})
  expect(await askMany(gateway.baseUrl, 8)).toEqual(served(8))
  expect(simulator.counts).toEqual({ attestation: 2, chat: 8 })
})

test('a session of one replica is asked of the others until it is found, and of none after that', async () => {
  const { simulator, gateway } = await start({})
  const { counts } = simulator
  for (const { id, document } of simulator.sessions()) {
    const url = `${gateway.baseUrl}/api/e2ee/session?model=${sealedModel}&id=${id}`
    for (let times = 0; times < 3; times += 1) {
      expect(await (await fetch(url)).text()).toBe(document)
    }
  }
  await simulator.close()
  for (const { id, document } of simulator.sessions()) {
    const url = `${gateway.baseUrl}/api/e2ee/session?model=${sealedModel}&id=${id}`
    expect(await (await fetch(url)).text()).toBe(document)
  }
  expect(counts.chat).toBe(0)
})

test('a demand for the session of one replica finds that replica', async () => {
  const { simulator, gateway } = await start({})
  for (const { id } of simulator.sessions()) {
    const provider = { aci_session_ids: [id] }
    // One after the other, so that a balancer's turns lead to each replica.
    for (let times = 0; times < 4; times += 1) {
      expect(await askMany(gateway.baseUrl, 1, { provider })).toEqual(served(1))
    }
  }
})

describe('replicas with keys of their own', () => {
  test.each(['own', 'shared'] as const)(
    'serve every request, when their TLS key is %s: what is encrypted reaches the one that can open it',
    async (tls) => {
      const { gateway, proxy } = await start({ keys: 'own', tls })
      expect(await askMany(proxy.baseUrl, 4)).toEqual(served(4))
      expect(await askMany(gateway.baseUrl, 4)).toEqual(served(4))
      expect(await askMany(proxy.baseUrl, 4)).toEqual(served(4))
      expect(proxy.judgements.map(({ verdict }) => verdict.kind)).toEqual(
        Array.from({ length: 8 }, () => 'verified'),
      )
    },
  )

  test('serve every request where only encryption leads to them', async () => {
    const { gateway, proxy } = await start({ keys: 'own', channel: 'unproven' })
    expect(await askMany(gateway.baseUrl, 4)).toEqual(served(4))
    expect(await askMany(proxy.baseUrl, 4)).toEqual(served(4))
  })
})
