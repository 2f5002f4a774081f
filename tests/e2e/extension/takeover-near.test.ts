import { beforeAll, expect, test } from 'vitest'
import { badgeNames } from '../../support/badge-names.ts'
import { askedModel, startNearGateway } from '../../support/start-near-gateway.ts'
import { startObservedSite } from '../../support/start-observed-site.ts'
import { untilEnd } from '../../support/until-end.ts'

// A host of NEAR AI's takes encrypted fields: the browser judges its evidence, encrypts to it, and opens the answer.

const setup = await startNearGateway()
const { simulator, gateway } = setup
const observed = await untilEnd(
  startObservedSite({ running: { ...gateway, stop: () => setup.stop() } }),
)

beforeAll(async () => {
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
})

test.each([
  ['whole', false],
  ['streamed', true],
])(
  'an answer of NEAR AI that comes %s opens in the browser, and wears its badge',
  async (_how, stream) => {
    simulator.received.length = 0
    const page = await observed.openPage()
    expect((await observed.ask(page, askedModel, stream)).status).toBe(200)
    await expect
      .poll(() => badgeNames(page))
      .toEqual([expect.stringMatching(/^Simulated enclave\. /) as string])
    expect(simulator.received).toHaveLength(1)
    expect(simulator.received[0]?.toString()).not.toContain('receipt prove')
    await observed.leavePage(page)
  },
)
