import type { GatewayConfig } from '../../server/gateway/config/gateway-config-schema.ts'
import {
  startTinfoil,
  type SimulatedTinfoil,
  type TinfoilOptions,
} from '../../server/demo/providers/tinfoil/start-tinfoil.ts'
import { demoModel } from '../../server/demo/upstream/write-completion.ts'
import { startGatewayHere, type GatewayHere } from './start-gateway-here.ts'

interface TinfoilSetup {
  readonly simulator: SimulatedTinfoil
  readonly gateway: GatewayHere
  close(): Promise<void>
}

/** Under which the tests ask for the models of the simulated enclave. */
export const tinfoilModels = { chat: 'test-tinfoil', embeddings: 'svc-embed' } as const

/** A simulated enclave of Tinfoil's, and a gateway that is configured for it. */
export async function startTinfoilGateway(
  options: TinfoilOptions = {},
  timeoutMs = 60_000,
): Promise<TinfoilSetup> {
  const simulator = await startTinfoil(options)
  const config: GatewayConfig = {
    upstreams: [
      {
        id: 'tinfoil',
        kind: 'tinfoil-simulated',
        base_url: simulator.baseUrl,
        makers_url: simulator.makersUrl,
        repository: simulator.repository,
        router: options.part === 'router',
        simulation_roots: simulator.roots as never,
        api_key: 'tinfoil-secret',
        timeout_ms: timeoutMs,
        models: { [tinfoilModels.chat]: demoModel, [tinfoilModels.embeddings]: demoModel },
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
