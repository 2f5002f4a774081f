import { upstreamMemberWords } from '#shared/words/english/configuration/upstream-member-words.ts'
import * as Type from 'typebox'
import { OpenObject } from '#shared/open-object.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaUrlMember, simulationRootsMember } from './bought/bought-options.ts'
import { openSimulation } from './bought/open-bought.ts'
import {
  tinfoilConfigMembers,
  tinfoilMakers,
  tinfoilPartOf,
} from './bought/tinfoil/tinfoil-config.ts'
import { tinfoilProvider } from './bought/tinfoil/tinfoil-provider.ts'

const TinfoilSimulatedSchema = Type.Object(
  {
    kind: Type.Literal('tinfoil-simulated'),
    ...tinfoilConfigMembers,
    nvidia_url: nvidiaUrlMember,
    makers_url: Type.String({
      pattern: '^https?://[^\\s?#]+$',
      description: upstreamMemberWords.simulatedSigstore,
    }),
    simulation_roots: Type.Object(
      {
        ...simulationRootsMember.properties,
        amd: Type.String({ description: upstreamMemberWords.simulatedChip }),
        sigstore: OpenObject,
      },
      { additionalProperties: false, description: upstreamMemberWords.simulated },
    ),
  },
  { additionalProperties: false },
)

/** An enclave of Tinfoil's, or its router, without hardware: every check runs, under roots that prove nothing. */
export const tinfoilSimulated: UpstreamAdapter<typeof TinfoilSimulatedSchema> = {
  kind: 'tinfoil-simulated',
  schema: TinfoilSimulatedSchema,
  create(config, deps) {
    const { id, repository, makers_url: url } = config
    const part = tinfoilPartOf(config)
    const options = boughtOptions({ collateral_url: url, ...config }, deps)
    const makers = tinfoilMakers(
      { id, part, repository, intel: options.collateral, amdService: url, releaseService: url },
      deps,
    )
    return openSimulation(config, options, tinfoilProvider([part, 'simulation'], makers))
  },
}
