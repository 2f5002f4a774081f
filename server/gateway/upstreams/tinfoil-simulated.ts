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
      description: 'Where those answer who sign about the simulated enclave.',
    }),
    simulation_roots: Type.Object(
      {
        ...simulationRootsMember.properties,
        amd: Type.String({ description: 'PEM of the root of the simulated chip of AMD’s kind.' }),
        sigstore: OpenObject,
      },
      { additionalProperties: false, description: 'Its answers are labelled as simulated.' },
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
