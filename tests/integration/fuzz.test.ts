import { expect, onTestFinished, test } from 'vitest'
import { answerEither, fuzzConfig } from '../fuzz/fuzz-config.ts'
import { runFuzz } from '../fuzz/run-fuzz.ts'
import { startGateway } from '../support/start-gateway.ts'
import { startTestUpstream } from '../support/test-upstream.ts'

test('whatever is sent, the answer is a 2xx with svc or a 4xx with a code', async () => {
  const upstream = await startTestUpstream(answerEither)
  const gateway = await startGateway({ config: fuzzConfig(upstream.baseUrl) })
  onTestFinished(async () => {
    await gateway.stop()
    await upstream.close()
  })
  const { statuses, failures } = await runFuzz({ baseUrl: gateway.baseUrl, count: 2000, seed: 7 })
  expect(failures).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(20)
  expect(statuses.get(400)).toBeGreaterThan(200)
})
