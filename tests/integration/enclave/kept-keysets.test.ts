import { expect, test } from 'vitest'
import { createVerifiedEnclaves, type VerifiedOffer } from '#shared/exchange/verified-enclaves.ts'
import { createGatewayClient } from '../../../server/commands/proxy/gateway-client.ts'
import { startSimulator } from '../../../server/demo/enclave/start-simulator.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { sealedModel, simulatedConfig } from '../../support/enclave/start-enclave.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'

// What a client keeps of the enclaves that it verified, and what it takes for the host of a model.

const otherModel = 'test-other'

const simulator = await untilEnd(startSimulator())
const models = { [sealedModel]: 'enclave-model', [otherModel]: 'enclave-model' }
const gateway = await untilEnd(
  startGatewayHere({ config: simulatedConfig(simulator, {}, { models }) }),
)

test('a keyset that was verified counts for its own model, for an hour, and is forgotten then', async () => {
  const realNow = () => Math.floor(Date.now() / 1000)
  let later = 0
  let elapsed = 0
  const enclaves = createVerifiedEnclaves({
    client: createGatewayClient({ gatewayUrl: gateway.baseUrl, key: null }),
    reference: null,
    simulatedReference: null,
    simulation: 'accept',
    nowSeconds: () => realNow() + later,
    elapsedSeconds: () => elapsed,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  })
  const { ready } = (await enclaves.forModel(sealedModel)) as VerifiedOffer
  const digests = (model: string) => enclaves.keysets(model).map(({ digest }) => digest)
  expect(digests(sealedModel)).toEqual([ready.enclave.digest])
  expect(digests(otherModel)).toEqual([])
  await enclaves.refresh(sealedModel)
  expect(digests(sealedModel)).toEqual([ready.enclave.digest])
  later = 3_500
  expect(digests(sealedModel)).toHaveLength(1)
  later = 3_700
  expect(digests(sealedModel)).toEqual([])
  // It does not come back with a clock that does.
  later = 0
  expect(digests(sealedModel)).toEqual([])
  // Nor does one that is set back keep it longer.
  await enclaves.refresh(sealedModel)
  later = -3_000
  elapsed = 3_500
  expect(digests(sealedModel)).toHaveLength(1)
  elapsed = 3_700
  expect(digests(sealedModel)).toEqual([])
})

test('an enclave is verified again after ten minutes, by whichever clock they have passed', async () => {
  let [now, elapsed] = [Math.floor(Date.now() / 1000), 0]
  const enclaves = createVerifiedEnclaves({
    client: createGatewayClient({ gatewayUrl: gateway.baseUrl, key: null }),
    reference: null,
    simulatedReference: null,
    simulation: 'accept',
    nowSeconds: () => now,
    elapsedSeconds: () => elapsed,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  })
  const first = await enclaves.forModel(sealedModel)
  elapsed += 599
  expect(await enclaves.forModel(sealedModel)).toBe(first)
  // The clock that people read was set back.
  now -= 540
  expect(await enclaves.forModel(sealedModel)).toBe(first)
  elapsed += 1
  now += 540
  const second = await enclaves.forModel(sealedModel)
  expect(second).not.toBe(first)
  // The other one stands while a machine sleeps.
  now += 600
  expect(await enclaves.forModel(sealedModel)).not.toBe(second)
})

const messages = [{ role: 'user', content: 'Say something.' }]

async function askUnpinned(serving: 'direct' | 'aggregator') {
  const enclave = await untilEnd(startSimulator({ serving }))
  const { direct_compose_hashes: _direct, ...reference } = enclave.referenceValues
  const config = simulatedConfig(enclave, {}, { reference_values: reference })
  const unpinned = await untilEnd(startGatewayHere({ config }))
  return ask(`${unpinned.baseUrl}/v1/chat/completions`, { model: sealedModel, messages })
}

test('an enclave is not taken for the host of the model by its own word', async () => {
  const { status, text } = await askUnpinned('direct')
  expect(status).toBe(503)
  expect(text).toContain('"enclave-receipt.upstream"')
  expect(text).toContain('direct_compose_hashes')
  expect(text).not.toContain('"choices"')
})

test('an aggregator needs no such pin: its receipt names the host', async () => {
  expect((await askUnpinned('aggregator')).status).toBe(200)
})
