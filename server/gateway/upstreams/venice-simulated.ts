import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { FormatError } from '#shared/errors.ts'
import { ConfigError } from '../common/config-error.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, simulationRootsMember } from './bought/bought-options.ts'
import { createBoughtUpstream } from './bought/bought-upstream.ts'
import { nearPinsMember } from './bought/near/near-pins-member.ts'
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
    const { id, simulation_roots: roots } = config
    const model = veniceModel(config)
    try {
      const policy = { ...statedPolicy(null, roots), pins: config.pins ?? [] }
      const options = boughtOptions(config, deps)
      const { collateral } = options
      return createBoughtUpstream(
        { ...options, policy, roots, opinionFrom: null },
        veniceProvider({ verifiedBy: 'venice-near-tdx-simulated/1', model, collateral }),
      )
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      throw new ConfigError(
        `upstream "${id}" simulation_roots`,
        'holds no certificate',
        upstreamProblems.simulatedHost,
      )
    }
  },
}
