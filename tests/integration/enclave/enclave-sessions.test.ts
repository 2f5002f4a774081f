import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { sealedModel, simulatedConfig, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'
import { startSimulator } from '../../../server/demo/enclave/start-simulator.ts'
import { answerText, startTestUpstream } from '../../support/peers/test-upstream.ts'
import { fewWords } from '../../support/enclave/fault-outcomes.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'

const messages = [{ role: 'user' as const, content: 'Say something.' }]

interface Svc {
  readonly privacy_mode: string
  readonly privacy_label: string
  readonly enclave_receipt_id: string
  readonly enclave_receipt: { readonly receipt_id: string; readonly event_log: readonly object[] }
  readonly why?: { readonly code: string }
  readonly receipt: { readonly body: { readonly enclave: object } }
}

function post(baseUrl: string, more: object = {}): Promise<Response> {
  return fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: sealedModel, messages, max_tokens: fewWords, ...more }),
  })
}

test('64 first requests at once, after a start, cause one attestation, and later ones none', async () => {
  const { simulator, gateway } = await untilEnd(startEnclave())
  expect(simulator.counts.attestation).toBe(1)
  const answers = await Promise.all(Array.from({ length: 64 }, () => post(gateway.baseUrl)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200))
  expect(simulator.counts).toEqual({ attestation: 1, chat: 64 })
})

test('an answer from an enclave carries its receipt, and the gateway signs for what it verified', async () => {
  const { simulator, gateway } = await untilEnd(startEnclave())
  const body = (await (await post(gateway.baseUrl)).json()) as {
    svc: Svc
    choices: { message: unknown }[]
  }
  const limits = (await (await fetch(`${gateway.baseUrl}/api/limits`)).json()) as {
    seal_signer: string
    not_promised: { id: string }[]
  }
  const { svc } = body
  expect(svc.privacy_mode).toBe('tee')
  expect(svc.privacy_label).toBe('Simulated enclave')
  expect(svc).not.toHaveProperty('why')
  expect(svc.receipt.body.enclave).toEqual({
    providerId: 'simulated',
    measurement: simulator.referenceValues.compose_hashes[0],
    verifiedBy: 'aci-tdx-simulated/1',
  })
  expect(svc.enclave_receipt_id).toBe(svc.enclave_receipt.receipt_id)
  expect(
    await verifyIndependently({
      svc: svc as unknown as Parameters<typeof verifyIndependently>[0]['svc'],
      messages,
      message: body.choices[0]?.message,
      sealSigner: limits.seal_signer,
    }),
  ).toEqual(allHold)
  expect(limits.not_promised.map(({ id }) => id)).toContain('enclave-simulated')
})

test('an enclave that restarts with other keys in mid-traffic loses no request that could be served', async () => {
  const { simulator, gateway } = await untilEnd(startEnclave())
  const proxy = await untilEnd(startProxy(gateway.baseUrl))
  expect((await post(gateway.baseUrl)).status).toBe(200)
  expect((await post(proxy.baseUrl)).status).toBe(200)
  await simulator.restart(null, 'new')
  // Connections that were open are closed by now, and the keys behind them are gone.
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => post(gateway.baseUrl)),
    ...Array.from({ length: 8 }, () => post(proxy.baseUrl)),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200))
  expect(proxy.judgements.every(({ verdict }) => verdict.kind === 'verified')).toBe(true)
})

test('other keys behind the TLS key that is known are the ones that the next request is encrypted to', async () => {
  const { simulator, gateway } = await untilEnd(startEnclave())
  const proxy = await untilEnd(startProxy(gateway.baseUrl))
  expect((await post(proxy.baseUrl)).status).toBe(200)
  await simulator.restart(null, 'new', 'kept')
  expect((await post(proxy.baseUrl)).status).toBe(200)
  expect(proxy.judgements.map(({ verdict }) => verdict.kind)).toEqual(['verified', 'verified'])
})

test('a weaker route serves, and says why, when no enclave is verified; shown_mode refuses it', async () => {
  const simulator = await untilEnd(startSimulator({ fault: 'debug-td' }))
  const upstream = await untilEnd(startTestUpstream(answerText('from the weaker route')))
  const config = simulatedConfig(simulator)
  const gateway = await untilEnd(
    startGatewayHere({
      config: {
        ...config,
        upstreams: [
          ...config.upstreams,
          {
            id: 'own',
            kind: 'openai',
            mode: 'private',
            base_url: upstream.baseUrl,
            models: { [sealedModel]: 'm' },
          },
        ],
      },
    }),
  )
  const body = (await (await post(gateway.baseUrl)).json()) as { svc: Svc }
  expect(body.svc.privacy_mode).toBe('private')
  expect(body.svc.why?.code).toBe('enclave_unavailable')
  expect(body.svc).not.toHaveProperty('enclave_receipt')
  const stale = await post(gateway.baseUrl, { shown_mode: 'tee' })
  expect(stale.status).toBe(409)
  expect(await stale.json()).toMatchObject({
    error: { code: 'shown_mode_stale', shown_mode: 'tee', would_deliver: 'private' },
  })
})

test('of two enclaves the one that is not verified is passed over', async () => {
  const bad = await untilEnd(startSimulator({ fault: 'wrong-measurement' }))
  const good = await untilEnd(startSimulator())
  const [first] = simulatedConfig(bad).upstreams
  const [second] = simulatedConfig(good).upstreams
  if (!first || !second) throw new Error('a configuration has an upstream')
  const gateway = await untilEnd(
    startGatewayHere({
      config: {
        upstreams: [
          { ...first, id: 'bad' },
          { ...second, id: 'good' },
        ],
        traits: {},
      },
    }),
  )
  const body = (await (await post(gateway.baseUrl)).json()) as { svc: Svc }
  expect(body.svc.receipt.body.enclave).toMatchObject({ providerId: 'good' })
  expect(bad.counts.chat).toBe(0)
})

test('collateral from a file serves a gateway that has no way out', async () => {
  const simulator = await untilEnd(startSimulator())
  const file = join(temporaryFolder(), 'collateral.json')
  writeFileSync(file, JSON.stringify(simulator.collateral()))
  await simulator.stopCollateral()
  const config = simulatedConfig(simulator, {}, { collateral_file: file })
  const gateway = await untilEnd(startGatewayHere({ config }))
  expect((await post(gateway.baseUrl)).status).toBe(200)
})

test.each(['tee', 'e2ee'] as const)(
  'the openai client is served in %s, buffered and streamed, and sees the first token before the last is made',
  async (mode) => {
    // The enclave makes no second word before the client has seen the first.
    let goOn = () => {}
    const firstWasSeen = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let words = 0
    const pause = () => {
      words += 1
      return words === 1 ? Promise.resolve() : firstWasSeen
    }
    const { gateway } = await untilEnd(startEnclave({ pause }))
    const proxy = await untilEnd(startProxy(gateway.baseUrl))
    const baseUrl = mode === 'tee' ? gateway.baseUrl : proxy.baseUrl
    const client = new OpenAI({
      baseURL: `${baseUrl}/v1`,
      apiKey: 'none',
      maxRetries: 0,
      defaultHeaders: { Authorization: null },
    })
    const stream = await client.chat.completions.create({
      model: sealedModel,
      messages,
      stream: true,
    })
    const seen: string[] = []
    for await (const { choices } of stream) {
      const word = choices[0]?.delta.content ?? ''
      seen.push(word)
      if (word !== '') goOn()
    }
    const whole = await client.chat.completions.create({ model: sealedModel, messages })
    expect(whole.choices[0]?.message.content).toContain('demo')
    expect(seen.join('')).toBe(whole.choices[0]?.message.content)
  },
)
