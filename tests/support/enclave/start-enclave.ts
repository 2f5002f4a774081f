import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import {
  startSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../../server/demo/enclave/start-simulator.ts'
import { startGatewayHere, type GatewayHere } from '../gateway/start-gateway-here.ts'

export interface EnclaveSetup {
  readonly simulator: Simulator
  readonly gateway: GatewayHere
  readonly stop: () => Promise<void>
}

/** Under which the tests ask for the enclave, and what it calls itself. */
export const sealedModel = 'test-sealed'
const enclaveModel = 'enclave-model'

export function simulatedConfig(
  simulator: Simulator,
  more: Partial<GatewayConfig> = {},
  ofUpstream: Partial<GatewayConfig['upstreams'][number]> = {},
): GatewayConfig {
  return {
    upstreams: [
      {
        id: 'simulated',
        kind: 'aci-simulated',
        base_url: simulator.baseUrl,
        collateral_url: simulator.collateralUrl,
        simulation_root: simulator.rootPem,
        reference_values: simulator.referenceValues,
        tls_ca: simulator.certificatePem(),
        api_key: 'enclave-secret',
        timeout_ms: 60_000,
        models: { [sealedModel]: enclaveModel },
        ...(ofUpstream as object),
      },
    ],
    traits: {},
    ...more,
  }
}

/** Under which the tests ask for vectors. */
export const vectorsModel = 'test-vectors'

/** The same with a model for vectors beside it. */
export function startVectorsEnclave(options: SimulatorOptions = {}): Promise<EnclaveSetup> {
  const models = { [sealedModel]: enclaveModel, [vectorsModel]: 'enclave-vectors' }
  return startEnclave(options, { models: [{ id: vectorsModel, task: 'embeddings' }] }, { models })
}

/** A simulated enclave, and a gateway that is configured for it. */
export async function startEnclave(
  options: SimulatorOptions = {},
  more: Partial<GatewayConfig> = {},
  ofUpstream: Partial<GatewayConfig['upstreams'][number]> = {},
): Promise<EnclaveSetup> {
  const simulator = await startSimulator(options)
  const gateway = await startGatewayHere({ config: simulatedConfig(simulator, more, ofUpstream) })
  return {
    simulator,
    gateway,
    async stop() {
      await gateway.stop()
      await simulator.close()
    },
  }
}
