import { expect, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import type { SimulatorOptions } from '../../../server/demo/enclave/start-simulator.ts'

const messages = [{ role: 'user', content: 'Three small words' }]

async function count(options: SimulatorOptions, ofUpstream: object) {
  const { gateway } = await untilEnd(startEnclave(options, {}, ofUpstream))
  const url = `${gateway.baseUrl}/v1/messages/count_tokens`
  return ask(url, { model: sealedModel, messages, max_tokens: 9 })
}

test('an enclave that is configured to count is asked, over its own connection and without a receipt', async () => {
  const answer = await count({}, { counts_tokens: true })
  expect(answer.json<{ input_tokens: number }>().input_tokens).toBeGreaterThan(3)
  expect(answer.headers.get('x-svc-mode')).toBe('tee')
  expect(answer.headers.get('x-svc-receipt')).toBe('none')
})

test('an enclave that is not configured to count is 404, as any other upstream', async () => {
  expect((await count({}, {})).status).toBe(404)
})

test.each<[string, SimulatorOptions]>([
  ['passes prompts on to others', { serving: 'aggregator' }],
  ['has no connection that is proven', { channel: 'unproven' }],
])('an enclave that %s is not shown a prompt to count', async (_what, options) => {
  const answer = await count(options, { counts_tokens: true })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('x-should-retry')).toBe('false')
  expect(answer.json<{ error: { message: string } }>().error.message).toContain('counts no tokens')
})
