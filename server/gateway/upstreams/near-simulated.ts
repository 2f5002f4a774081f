import * as Type from 'typebox'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaUrlMember, simulationRootsMember } from './bought/bought-options.ts'
import { nearPinsMember } from './bought/near/near-pins-member.ts'
import { nearProvider } from './bought/near/near-provider.ts'
import { openSimulation } from './bought/open-bought.ts'
import { attestedConfigMembers } from './enclave/enclave-config.ts'

const NearSimulatedSchema = Type.Object(
  {
    kind: Type.Literal('near-simulated'),
    ...attestedConfigMembers,
    nvidia_url: nvidiaUrlMember,
    pins: nearPinsMember,
    simulation_roots: simulationRootsMember,
  },
  { additionalProperties: false },
)

/** A host of NEAR AI without hardware: every check runs, under roots that prove nothing. */
export const nearSimulated: UpstreamAdapter<typeof NearSimulatedSchema> = {
  kind: 'near-simulated',
  schema: NearSimulatedSchema,
  create(config, deps) {
    const options = boughtOptions(config, deps)
    return openSimulation(config, options, nearProvider('near-tdx-simulated/1', options.collateral))
  },
}
