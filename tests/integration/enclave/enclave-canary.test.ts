import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faults, type Fault } from '../../../server/demo/enclave/faults.ts'
import { startSimulator } from '../../../server/demo/enclave/start-simulator.ts'
import { fewWords } from '../../support/enclave/fault-outcomes.ts'
import { ask } from '../../support/requests/ask.ts'
import { sealedModel, simulatedConfig } from '../../support/enclave/start-enclave.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { threeOf } from '../../support/three-of.ts'

const prompt = 'canary-prompt-7c20'
/** Stands in every answer of the simulated enclave. */
const answer = 'not a language model'

test('nothing of an exchange with an enclave is in a file, a log or a metric, well or not', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const simulator = await startSimulator()
  const gateway = await startGateway({
    config: simulatedConfig(simulator, {}, { timeout_ms: 5_000 }),
    dataDir,
    environment: { LOG_LEVEL: 'trace' },
  })
  const proxy = await startProxy(gateway.baseUrl)
  const messages = [{ role: 'user', content: prompt }]
  const secrets = [prompt, answer, 'enclave-secret']
  const askOf = async (...places: readonly { readonly baseUrl: string }[]) => {
    for (const { baseUrl } of places) {
      for (const stream of [false, true]) {
        const body = { model: sealedModel, messages, stream, max_tokens: fewWords }
        const { text } = await ask(`${baseUrl}/v1/chat/completions`, body)
        const salts = text.matchAll(/"(?:prompt|response)":"([0-9a-f]{64})"/g)
        secrets.push(...[...salts].map(([, salt]) => salt ?? ''))
      }
    }
  }
  await askOf(gateway, proxy)
  expect(secrets).toHaveLength(3 + 8)
  const slow: readonly Fault[] = ['hang', 'receipt-missing']
  const named = (Object.keys(faults) as Fault[]).filter((fault) => !slow.includes(fault))
  const samples = threeOf(named)
  for (const fault of named) {
    simulator.setFault(fault)
    await askOf(gateway, ...(samples.includes(fault) ? [proxy] : []))
  }
  const metrics = await (await fetch(`${gateway.baseUrl}/api/metrics`)).text()
  expect(metrics).toContain('countersign_answers_total{mode="e2ee",delivery="streamed"}')
  await proxy.close()
  await gateway.stop()
  await simulator.close()

  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  expect(gateway.output()).toContain('the enclave is verified')
  for (const secret of secrets) {
    for (const place of [metrics, gateway.output(), ...files]) {
      expect(place.includes(secret)).toBe(false)
    }
  }
})
