import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { FormatError } from '#shared/errors.ts'
import { ConfigError } from '../common/config-error.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaUrlMember, simulationRootsMember } from './bought/bought-options.ts'
import { createBoughtUpstream } from './bought/bought-upstream.ts'
import { nearPinsMember } from './bought/near/near-pins-member.ts'
import { nearProvider } from './bought/near/near-provider.ts'
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
    const { id, simulation_roots: roots } = config
    try {
      const policy = { ...statedPolicy(null, roots), pins: config.pins ?? [] }
      const options = boughtOptions(config, deps)
      return createBoughtUpstream(
        { ...options, policy, roots, opinionFrom: config.nvidia_url ?? null },
        nearProvider('near-tdx-simulated/1', options.collateral),
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
