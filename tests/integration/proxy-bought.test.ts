import { describe, expect, test } from 'vitest'
import { canaryMessages } from '../support/ask-encrypted.ts'
import { chutesModel, startChutesGateway } from '../support/start-chutes-gateway.ts'
import { askedModel, startNearGateway } from '../support/start-near-gateway.ts'
import { startProxy } from '../support/start-proxy.ts'
import { startTinfoilGateway, tinfoilModels } from '../support/start-tinfoil-gateway.ts'
import { askedOfVenice, startVeniceGateway } from '../support/start-venice-gateway.ts'
import { untilEnd } from '../support/until-end.ts'

// The local proxy encrypts to enclaves that one can buy, as it does to others.

const near = await untilEnd(startNearGateway())
const venice = await untilEnd(startVeniceGateway())
const tinfoil = await untilEnd(startTinfoilGateway())
const chutes = await untilEnd(startChutesGateway())

describe.each([
  ['near', near, askedModel],
  ['venice', venice, askedOfVenice],
  ['tinfoil', tinfoil, tinfoilModels.chat],
  ['chutes', chutes, chutesModel],
] as const)('through the proxy to %s', async (_name, { gateway, simulator }, model) => {
  const proxy = await untilEnd(startProxy(gateway.baseUrl))

  test.each([false, true])(
    'a chat is encrypted, and judged by all checks: stream %s',
    async (stream) => {
      simulator.received.length = 0
      const response = await fetch(`${proxy.baseUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: canaryMessages, stream }),
      })
      expect(await response.text()).toContain('"svc"')
      expect(response.status).toBe(200)
      expect(proxy.judgements.at(-1)).toMatchObject({ outcome: 'complete' })
      const [got] = simulator.received
      expect(Buffer.from(got ?? []).toString('latin1')).not.toContain('canary')
      expect(simulator.received).toHaveLength(1)
    },
  )
})
