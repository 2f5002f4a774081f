import { describe, expect, onTestFinished, test } from 'vitest'
import { ask, type ErrorBody } from '../support/ask.ts'
import { sealedModel } from '../support/start-enclave.ts'
import { startGateway } from '../support/start-gateway.ts'
import { startReference } from '../support/start-reference.ts'
import { answerText, startTestUpstream } from '../support/test-upstream.ts'

/** Path of the enclaves' reference gateway, built; nothing of it is in this repository. */
const program = process.env['REFERENCE_GATEWAY'] ?? ''
const chat = '/v1/chat/completions'
const messages = [{ role: 'user', content: 'Say something.' }]
const name = 'enclave-model'

async function start(serving: 'direct' | 'aggregator') {
  const host = await startTestUpstream(answerText('from the host'))
  const hostUrl = host.baseUrl.replace(/\/v1$/, '')
  const reference = await startReference({ program, hostUrl, model: name, serving })
  const gateway = await startGateway({
    config: {
      upstreams: [
        {
          id: 'reference',
          kind: 'aci-simulated',
          base_url: reference.baseUrl,
          collateral_url: reference.collateralUrl,
          simulation_root: reference.rootPem,
          reference_values: reference.referenceValues,
          tls_ca: reference.certificatePem,
          api_key: 'enclave-secret',
          timeout_ms: 60_000,
          models: { [sealedModel]: name },
        },
      ],
      traits: {},
    },
  })
  onTestFinished(async () => {
    await gateway.stop()
    await reference.close()
    await host.close()
  })
  return { host, gateway }
}

// Without REFERENCE_GATEWAY these are listed as skipped: set it to the path of the program.
describe.skipIf(program === '')(
  'before the enclaves’ reference gateway (REFERENCE_GATEWAY)',
  () => {
    test.each([undefined, {}, { order: ['x'] }, null])(
      'behind an aggregator whose host nobody verified a request with provider %j is refused, and the host sees nothing',
      async (provider) => {
        const { host, gateway } = await start('aggregator')
        for (const stream of [false, true]) {
          const body = { model: sealedModel, messages, stream, provider }
          const answer = await ask(`${gateway.baseUrl}${chat}`, body)
          expect(answer.status, answer.text).toBe(503)
          const { error } = answer.json<ErrorBody & { error: { checks: { id: string }[] } }>()
          expect(error.code).toBe('unverified_enclave')
          expect(error.checks.map(({ id }) => id)).toContain('enclave.upstream-model')
        }
        expect(host.requests).toEqual([])
      },
    )

    test('a session that it does not know is refused after one more try', async () => {
      const { host, gateway } = await start('aggregator')
      const provider = { aci_session_ids: ['ab'.repeat(32)] }
      const answer = await ask(`${gateway.baseUrl}${chat}`, {
        model: sealedModel,
        messages,
        provider,
      })
      expect(answer.status, answer.text).toBe(503)
      expect(answer.text).toContain('enclave.upstream-model')
      expect(host.requests).toEqual([])
    })

    test('serving by itself it is verified, and answers in tee', async () => {
      const { gateway } = await start('direct')
      const answer = await ask(`${gateway.baseUrl}${chat}`, { model: sealedModel, messages })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text).toContain('"privacy_mode":"tee"')
    })
  },
)
