import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import {
  startTinfoil,
  type TinfoilOptions,
} from '../../../server/demo/providers/tinfoil/start-tinfoil.ts'
import { demoModel } from '../../../server/demo/upstream/write-completion.ts'
import { gatewayBefore } from '../gateway/gateway-before.ts'

/** Under which the tests ask for the models of the simulated enclave. */
export const tinfoilModels = { chat: 'test-tinfoil', embeddings: 'svc-embed' } as const

/** A simulated enclave of Tinfoil's, and a gateway that is configured for it. */
export async function startTinfoilGateway(options: TinfoilOptions = {}, timeoutMs = 60_000) {
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
  return gatewayBefore(simulator, config)
}
