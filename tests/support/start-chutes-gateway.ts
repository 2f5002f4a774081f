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

interface ChutesOptions extends ChutesSimulatorOptions {
  readonly pins?: 'none'
}

/** A simulated service of Chutes, and a gateway that is configured for it. */
export async function startChutesGateway(
  options: ChutesOptions = {},
  timeoutMs?: number,
): Promise<ChutesSetup> {
  const simulator = await startChutes(options)
  const pins = options.pins === 'none' ? {} : { pins: simulator.pins }
  const gateway = await startGatewayHere({ config: chutesConfig(simulator, pins, timeoutMs) })
  return {
    simulator,
    gateway,
    async close() {
      await gateway.stop()
      await simulator.close()
    },
  }
}

export function chutesConfig(
  { baseUrl, chuteId, collateralUrl, roots }: ChutesSimulator,
  { pins }: Partial<Pick<ChutesSimulator, 'pins'>>,
  timeoutMs = 60_000,
): GatewayConfig {
  return {
    upstreams: [
      {
        id: 'chutes',
        kind: 'chutes-simulated',
        base_url: baseUrl,
        chute_id: chuteId,
        collateral_url: collateralUrl,
        ...(pins === undefined ? {} : { pins }),
        simulation_roots: roots as never,
        api_key: 'chutes-secret',
        timeout_ms: timeoutMs,
        models: { [chutesModel]: demoModel },
      },
    ],
    traits: {},
  }
}
