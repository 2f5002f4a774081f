import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { FormatError } from '#shared/errors.ts'
import { ConfigError } from '../common/config-error.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaUrlMember, simulationRootsMember } from './bought/bought-options.ts'
import { createBoughtUpstream } from './bought/bought-upstream.ts'
import { chutesConfigMembers, chutesPins } from './bought/chutes/chutes-config.ts'
import { chutesProvider } from './bought/chutes/chutes-provider.ts'

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
    const { id, simulation_roots: roots } = config
    const pins = chutesPins(config)
    try {
      const { collateral, ...options } = boughtOptions(config, deps)
      return createBoughtUpstream(
        {
          ...options,
          policy: { ...statedPolicy(null, roots), pins },
          roots,
          opinionFrom: config.nvidia_url ?? null,
        },
        chutesProvider({
          verifiedBy: 'chutes-tdx-simulated/1',
          chuteId: config.chute_id,
          pins,
          collateral,
          monotonicMs: deps.monotonicMs,
        }),
      )
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      throw new ConfigError(
        `upstream "${id}" simulation_roots`,
        'holds no certificate',
        upstreamProblems.simulatedService,
      )
    }
  },
}
