import type { GatewayConfig } from '../../server/gateway/config/gateway-config-schema.ts'
import {
  nearModel,
  startNear,
  type NearSimulator,
  type NearSimulatorOptions,
} from '../../server/demo/providers/near/start-near.ts'
import { startGatewayHere, type GatewayHere } from './start-gateway-here.ts'

export interface NearSetup {
  readonly simulator: NearSimulator
  readonly gateway: GatewayHere
  stop(): Promise<void>
}

/** Under which the tests ask for the model of the simulated host. */
export const askedModel = 'test-near'

/** A simulated host of NEAR AI's, and a gateway that is configured for it. */
export async function startNearGateway(
  options: NearSimulatorOptions = {},
  timeoutMs?: number,
): Promise<NearSetup> {
  const simulator = await startNear(options)
  const gateway = await startGatewayHere({ config: nearConfig(simulator, timeoutMs) })
  return {
    simulator,
    gateway,
    async stop() {
      await gateway.stop()
      await simulator.close()
    },
  }
}

export function nearConfig(simulator: NearSimulator, timeoutMs = 60_000): GatewayConfig {
  return {
    upstreams: [
      {
        id: 'near',
        kind: 'near-simulated',
        base_url: simulator.baseUrl,
        collateral_url: simulator.collateralUrl,
        simulation_roots: simulator.roots,
        api_key: 'near-secret',
        timeout_ms: timeoutMs,
        models: { [askedModel]: nearModel },
      },
    ],
    traits: {},
  }
}
