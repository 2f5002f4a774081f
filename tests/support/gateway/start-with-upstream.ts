import { startTestUpstream } from '../peers/test-upstream.ts'
import { untilEnd } from '../until-end.ts'
import { configFor } from './gateway-config.ts'
import { startGatewayHere, type HereOptions } from './start-gateway-here.ts'

/** An upstream whose bytes the test writes, and a gateway in this process that asks it; both end with the test or the file. */
export async function startWithUpstream(
  configOf: (upstreamUrl: string) => HereOptions['config'] = configFor,
) {
  const upstream = await untilEnd(startTestUpstream())
  const gateway = await untilEnd(startGatewayHere({ config: configOf(upstream.baseUrl) }))
  return { upstream, gateway }
}
