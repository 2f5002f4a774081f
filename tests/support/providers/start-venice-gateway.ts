import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import {
  startVenice,
  veniceModelName,
  type VeniceSimulator,
  type VeniceSimulatorOptions,
} from '../../../server/demo/providers/venice/start-venice.ts'
import { gatewayBefore } from '../gateway/gateway-before.ts'

/** Under which the tests ask for the model of the simulated service. */
export const askedOfVenice = 'test-venice'

/** A simulated Venice, and a gateway that is configured for it. */
export async function startVeniceGateway(options: VeniceSimulatorOptions = {}, timeoutMs?: number) {
  const simulator = await startVenice(options)
  return gatewayBefore(simulator, veniceConfig(simulator, timeoutMs))
}

function veniceConfig(simulator: VeniceSimulator, timeoutMs = 60_000): GatewayConfig {
  return {
    upstreams: [
      {
        id: 'venice',
        kind: 'venice-simulated',
        base_url: simulator.baseUrl,
        collateral_url: simulator.collateralUrl,
        tls_ca: simulator.certificatePem,
        simulation_roots: simulator.roots,
        api_key: 'venice-secret',
        timeout_ms: timeoutMs,
        models: { [askedOfVenice]: veniceModelName },
      },
    ],
    traits: {},
  }
}
