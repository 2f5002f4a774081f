import { beforeAll, describe, expect, test } from 'vitest'
import type { TinfoilOptions } from '../../../server/demo/providers/tinfoil/start-tinfoil.ts'
import { tinfoilAnswerLies } from '../../support/providers/provider-lies.ts'
import {
  startTinfoilGateway,
  tinfoilModels,
} from '../../support/providers/start-tinfoil-gateway.ts'
import { askEncrypted, refusalOf } from '../../support/requests/ask-encrypted.ts'
import { untilEnd } from '../../support/until-end.ts'

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
})

describe('an enclave that answered before', async () => {
  const { simulator, gateway } = await untilEnd(startTinfoilGateway())
  test('another key under the same TLS key is found, judged, and encrypted to', async () => {
    await askBody(gateway.baseUrl, {})
    const before = simulator.counts.attestation
    await simulator.replaceKey()
    expect((await askBody(gateway.baseUrl, {})).status).toBe(200)
    expect(simulator.counts.attestation).toBeGreaterThan(before)
  })

  // The enclave is verified before anything goes wrong.
  beforeAll(() => askBody(gateway.baseUrl, {}))

  const lies = tinfoilAnswerLies.filter(({ told }) => told === 'encrypted')
  test.each(lies)(
    'has no answer with a fault handed out, and $fails alone is named: $lie',
    async ({ lie, fails }) => {
      simulator.setFault(lie)
      for (const stream of [false, true]) {
        expect(await refusalOf(askBody(gateway.baseUrl, { stream }))).toEqual(fails)
      }
    },
  )
})

describe('an enclave that is not the one it says', () => {
  test.each(tinfoilAnswerLies.filter(({ told }) => told === 'alone'))(
    'is sent nothing by who encrypts, though the gateway verified it before, and $fails alone is named: $lie',
    async ({ lie: fault, fails }) => {
      const { simulator, gateway } = await untilEnd(startTinfoilGateway())
      await fetch(`${gateway.baseUrl}/api/e2ee/key?model=${tinfoilModels.chat}`)
      simulator.setFault(fault)
      expect(await refusalOf(askBody(gateway.baseUrl, {}))).toEqual(fails)
      expect(simulator.received).toEqual([])
    },
  )
})
