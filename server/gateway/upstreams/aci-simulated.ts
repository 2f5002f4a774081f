import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import { upstreamMemberWords } from '#shared/words/english/configuration/upstream-member-words.ts'
import { X509Certificate } from 'node:crypto'
import * as Type from 'typebox'
import { simulationPolicy } from '#shared/aci/appraise-report.ts'
import { sha256Digest, type Digest } from '#shared/digest.ts'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
import { ConfigError } from '../common/config-error.ts'
import {
  enclaveConfigMembers,
  enclaveOptions,
  referenceValuesOf,
} from './enclave/enclave-config.ts'
import { createEnclaveUpstream } from './enclave/enclave-upstream.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'

const AciSimulatedSchema = Type.Object(
  {
    kind: Type.Literal('aci-simulated'),
    ...enclaveConfigMembers,
    simulation_root: Type.String({
      description: upstreamMemberWords.simulatedRoot,
    }),
  },
  { additionalProperties: false },
)

/** An enclave without hardware: every check runs, under a root that proves nothing. */
export const aciSimulated: UpstreamAdapter<typeof AciSimulatedSchema> = {
  kind: 'aci-simulated',
  schema: AciSimulatedSchema,
  create: (config, deps) =>
    createEnclaveUpstream({
      ...enclaveOptions(config, deps),
      policy: simulationPolicy(referenceValuesOf(config), rootDigest(config)),
      simulationRoot: config.simulation_root,
    }),
}

function rootDigest(config: Type.Static<typeof AciSimulatedSchema>): Digest {
  try {
    return sha256Digest(new X509Certificate(config.simulation_root).raw)
  } catch {
    throw new ConfigError(
      `upstream "${config.id}" simulation_root`,
      mismatchWords.noCertificate,
      upstreamProblems.simulatedRoot,
    )
  }
}
