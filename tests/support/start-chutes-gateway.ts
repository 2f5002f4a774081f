import type { GatewayConfig } from '../../server/gateway/config/gateway-config-schema.ts'
import {
  startChutes,
  type ChutesSimulator,
  type ChutesSimulatorOptions,
} from '../../server/demo/providers/chutes/start-chutes.ts'
import { demoModel } from '../../server/demo/upstream/write-completion.ts'
import { startGatewayHere, type GatewayHere } from './start-gateway-here.ts'

interface ChutesSetup {
  readonly simulator: ChutesSimulator
  readonly gateway: GatewayHere
  close(): Promise<void>
}

/** Under which the tests ask for the model of the simulated service. */
export const chutesModel = 'test-chutes'

/** A simulated service of Chutes, and a gateway that is configured for it. */
export async function startChutesGateway(
  options: ChutesSimulatorOptions & { readonly pins?: 'none' } = {},
  timeoutMs = 60_000,
): Promise<ChutesSetup> {
  const simulator = await startChutes(options)
  const config: GatewayConfig = {
    upstreams: [
      {
        id: 'chutes',
        kind: 'chutes-simulated',
        base_url: simulator.baseUrl,
        chute_id: simulator.chuteId,
        collateral_url: simulator.collateralUrl,
        ...(options.pins === 'none' ? {} : { pins: simulator.pins }),
        simulation_roots: simulator.roots as never,
        api_key: 'chutes-secret',
        timeout_ms: timeoutMs,
        models: { [chutesModel]: demoModel },
      },
    ],
    traits: {},
  }
  const gateway = await startGatewayHere({ config })
  return {
    simulator,
    gateway,
    async close() {
      await gateway.stop()
      await simulator.close()
    },
  }
}
