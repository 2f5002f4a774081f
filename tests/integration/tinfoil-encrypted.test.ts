import { beforeAll, describe, expect, test } from 'vitest'
import type { TinfoilOptions } from '../../server/demo/providers/tinfoil/start-tinfoil.ts'
import { tinfoilAnswerLies } from '../support/provider-lies.ts'
import { startTinfoilGateway, tinfoilModels } from '../support/start-tinfoil-gateway.ts'
import { askEncrypted } from '../support/ask-encrypted.ts'
import { untilEnd } from '../support/until-end.ts'

const secret = 'a canary in the question'
const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]

const askBody = (gateway: string, body: object) =>
  askEncrypted(gateway, { model: tinfoilModels.chat, ...body })

describe.each<[string, TinfoilOptions]>([
  ['an enclave on TDX', { platform: 'tdx' }],
  ['an enclave on SEV-SNP', { platform: 'sev-snp' }],
  ['the router', { part: 'router', platform: 'sev-snp' }],
])('bodies encrypted to %s', async (_name, options) => {
  const { simulator, gateway } = await untilEnd(startTinfoilGateway(options))

  const bodies = [{ stream: true, tools }, {}, { stream: true }, { tools }]
  test.each(options.platform === 'tdx' ? bodies : bodies.slice(0, 1))(
    'open here alone, and what is asked is verified: %o',
    async (more) => {
      simulator.received.length = 0
      const { status, text, verdict } = await askBody(gateway.baseUrl, more)
      expect(text).toContain('"svc"')
      expect(status).toBe(200)
      expect(verdict).toMatchObject({ state: 'simulated', outcome: 'returned' })
      expect(simulator.received).toHaveLength(1)
      expect(Buffer.from(simulator.received[0] ?? []).toString('latin1')).not.toContain(secret)
    },
  )

  test('another key under the same TLS key is found, judged, and encrypted to', async () => {
    await askBody(gateway.baseUrl, {})
    const before = simulator.counts.attestation
    await simulator.replaceKey()
    expect((await askBody(gateway.baseUrl, {})).status).toBe(200)
    expect(simulator.counts.attestation).toBeGreaterThan(before)
  })
})

describe('an encrypted answer with a fault', async () => {
  const { simulator, gateway } = await untilEnd(startTinfoilGateway())
  // The enclave is verified before anything goes wrong.
  beforeAll(() => askBody(gateway.baseUrl, {}))

  const lies = tinfoilAnswerLies.filter(({ told }) => told === 'encrypted')
  test.each(lies)('is not handed out: $lie', async ({ lie: fault, fails: [named = ''] }) => {
    simulator.setFault(fault)
    for (const stream of [false, true]) {
      const found = await askBody(gateway.baseUrl, { stream }).catch((error: unknown) => error)
      const said =
        found instanceof Error ? `${found.message} ${JSON.stringify(found)}` : JSON.stringify(found)
      expect(said, said).toContain(named)
      expect(found).not.toMatchObject({ status: 200 })
    }
  })
})

describe('an enclave that is not the one it says', () => {
  test.each(tinfoilAnswerLies.filter(({ told }) => told === 'alone'))(
    'is sent nothing by who encrypts, though the gateway verified it before: $lie',
    async ({ lie: fault, fails: [named = ''] }) => {
      const setup = await startTinfoilGateway()
      const { simulator, gateway } = setup
      try {
        await fetch(`${gateway.baseUrl}/api/e2ee/key?model=${tinfoilModels.chat}`)
        simulator.setFault(fault)
        const found = await askBody(gateway.baseUrl, {}).catch((error: unknown) => error)
        const said = `${String(found)} ${JSON.stringify(found)}`
        expect(said, said).toContain(named)
        expect(simulator.received).toEqual([])
      } finally {
        await setup.stop()
      }
    },
  )
})
