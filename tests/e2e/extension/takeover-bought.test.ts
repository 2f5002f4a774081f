import { beforeAll, expect, test } from 'vitest'
import { badgeNames } from '../../support/badge-names.ts'
import { startChutes } from '../../../server/demo/providers/chutes/start-chutes.ts'
import { startNear } from '../../../server/demo/providers/near/start-near.ts'
import { startVenice } from '../../../server/demo/providers/venice/start-venice.ts'
import { chutesConfig, chutesModel } from '../../support/start-chutes-gateway.ts'
import { startGatewayHere } from '../../support/start-gateway-here.ts'
import { askedModel, nearConfig } from '../../support/start-near-gateway.ts'
import { startObservedSite } from '../../support/start-observed-site.ts'
import { askedOfVenice, veniceConfig } from '../../support/start-venice-gateway.ts'
import { untilEnd } from '../../support/until-end.ts'

// A host of NEAR AI's takes encrypted fields, met directly or through Venice, and an instance of Chutes takes whole bodies: the
// browser judges its evidence, encrypts to it, and opens the answer.

const near = await untilEnd(startNear())
const venice = await untilEnd(startVenice())
const chutes = await untilEnd(startChutes())
const configs = [nearConfig(near), veniceConfig(venice), chutesConfig(chutes, chutes)]
const config = { upstreams: configs.flatMap(({ upstreams }) => upstreams), traits: {} }
const observed = await untilEnd(startObservedSite({ running: await startGatewayHere({ config }) }))

beforeAll(async () => {
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
})

/** One way of each; both: tests/integration/bought-dialects.test.ts. */
test.each([
  ['NEAR AI', 'streamed', near, askedModel],
  ['Venice', 'whole', venice, askedOfVenice],
  ['Chutes', 'streamed', chutes, chutesModel],
] as const)(
  'an answer of %s that comes %s opens in the browser, and wears its badge',
  async (_whose, how, simulator, model) => {
    simulator.received.length = 0
    const page = await observed.openPage()
    expect((await observed.ask(page, model, how === 'streamed')).status).toBe(200)
    await expect
      .poll(() => badgeNames(page))
      .toEqual([expect.stringMatching(/^Simulated enclave\. /) as string])
    expect(simulator.received).toHaveLength(1)
    expect(simulator.received[0]?.toString('latin1')).not.toContain('words are private')
    await observed.leavePage(page)
  },
)
