import * as Type from 'typebox'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, simulationRootsMember } from './bought/bought-options.ts'
import { nearPinsMember } from './bought/near/near-pins-member.ts'
import { openSimulation } from './bought/open-bought.ts'
import { veniceModel } from './bought/venice/venice-model.ts'
import { veniceProvider } from './bought/venice/venice-provider.ts'
import { attestedConfigMembers } from './enclave/enclave-config.ts'

const VeniceSimulatedSchema = Type.Object(
  {
    kind: Type.Literal('venice-simulated'),
    ...attestedConfigMembers,
    simulation_roots: simulationRootsMember,
    pins: nearPinsMember,
  },
  { additionalProperties: false },
)

/** Venice without hardware behind it: every check runs, under roots that prove nothing. */
export const veniceSimulated: UpstreamAdapter<typeof VeniceSimulatedSchema> = {
  kind: 'venice-simulated',
  schema: VeniceSimulatedSchema,
  create(config, deps) {
    const options = boughtOptions(config, deps)
    const model = veniceModel(config)
    const { collateral } = options
    const provider = veniceProvider({
      verifiedBy: 'venice-near-tdx-simulated/1',
      model,
      collateral,
    })
    return openSimulation(config, options, provider)
  },
}
