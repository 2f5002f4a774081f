import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import {
  nearModel,
  startNear,
  type NearSimulator,
  type NearSimulatorOptions,
} from '../../../server/demo/providers/near/start-near.ts'
import { gatewayBefore } from '../gateway/gateway-before.ts'

/** Where a host of NEAR AI's is, and by which roots it is judged. */
export type NearHost = Pick<NearSimulator, 'baseUrl' | 'collateralUrl' | 'roots'>

/** Under which the tests ask for the model of the simulated host. */
export const askedModel = 'test-near'

/** A simulated host of NEAR AI's, and a gateway that is configured for it. */
export async function startNearGateway(options: NearSimulatorOptions = {}, timeoutMs?: number) {
  const simulator = await startNear(options)
  return gatewayBefore(simulator, nearConfig(simulator, timeoutMs))
}

export function nearConfig(host: NearHost, timeoutMs = 60_000): GatewayConfig {
  return {
    upstreams: [
      {
        id: 'near',
        kind: 'near-simulated',
        base_url: host.baseUrl,
        collateral_url: host.collateralUrl,
        simulation_roots: host.roots,
        api_key: 'near-secret',
        timeout_ms: timeoutMs,
        models: { [askedModel]: nearModel },
      },
    ],
    traits: {},
  }
}
