import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import {
  startChutes,
  type ChutesSimulator,
  type ChutesSimulatorOptions,
} from '../../../server/demo/providers/chutes/start-chutes.ts'
import { demoModel } from '../../../server/demo/upstream/write-completion.ts'
import { gatewayBefore } from '../gateway/gateway-before.ts'

/** Under which the tests ask for the model of the simulated service. */
export const chutesModel = 'test-chutes'

interface ChutesOptions extends ChutesSimulatorOptions {
  readonly pins?: 'none'
}

/** A simulated service of Chutes, and a gateway that is configured for it. */
export async function startChutesGateway(options: ChutesOptions = {}, timeoutMs?: number) {
  const simulator = await startChutes(options)
  const pinned = options.pins === 'none' ? {} : simulator
  return gatewayBefore(simulator, chutesConfig(simulator, pinned, timeoutMs))
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
