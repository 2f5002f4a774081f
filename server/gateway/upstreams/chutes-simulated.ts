import * as Type from 'typebox'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaUrlMember, simulationRootsMember } from './bought/bought-options.ts'
import { chutesConfigMembers, chutesPins } from './bought/chutes/chutes-config.ts'
import { chutesProvider } from './bought/chutes/chutes-provider.ts'
import { openSimulation } from './bought/open-bought.ts'

const ChutesSimulatedSchema = Type.Object(
  {
    kind: Type.Literal('chutes-simulated'),
    ...chutesConfigMembers,
    nvidia_url: nvidiaUrlMember,
    simulation_roots: simulationRootsMember,
  },
  { additionalProperties: false },
)

/** Instances of Chutes without hardware: every check runs, under roots that prove nothing. */
export const chutesSimulated: UpstreamAdapter<typeof ChutesSimulatedSchema> = {
  kind: 'chutes-simulated',
  schema: ChutesSimulatedSchema,
  create(config, deps) {
    const pins = chutesPins(config)
    const { collateral, ...options } = boughtOptions(config, deps)
    const { chute_id: chuteId } = config
    const { monotonicMs } = deps
    const verifiedBy = 'chutes-tdx-simulated/1'
    const provider = chutesProvider({ verifiedBy, chuteId, pins, collateral, monotonicMs })
    return openSimulation(config, options, provider)
  },
}
