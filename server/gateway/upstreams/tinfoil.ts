import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import {
  isTinfoilHost,
  type TinfoilPart,
} from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaOpinionMember, requireAddress } from './bought/bought-options.ts'
import { openHardware } from './bought/open-bought.ts'
import { amdService } from './bought/tinfoil/amd-certificates.ts'
import { releaseService } from './bought/tinfoil/signed-releases.ts'
import {
  tinfoilConfigMembers,
  tinfoilMakers,
  tinfoilPartOf,
} from './bought/tinfoil/tinfoil-config.ts'
import { tinfoilProvider } from './bought/tinfoil/tinfoil-provider.ts'

const TinfoilSchema = Type.Object(
  { kind: Type.Literal('tinfoil'), ...tinfoilConfigMembers, nvidia_opinion: nvidiaOpinionMember },
  { additionalProperties: false },
)

/** A model's enclave of Tinfoil, or its router. The roots are Intel's, AMD's, NVIDIA's and Sigstore's, and nothing here can name others. */
export const tinfoil: UpstreamAdapter<typeof TinfoilSchema> = {
  kind: 'tinfoil',
  schema: TinfoilSchema,
  create(config, deps) {
    const part = tinfoilPartOf(config)
    requireAddress(
      config,
      (hostname) => isTinfoilHost(hostname, part),
      (hostname) => problemOf(hostname, part),
    )
    const { id, repository } = config
    const options = boughtOptions(config, deps)
    const makers = tinfoilMakers(
      { id, part, repository, intel: options.collateral, amdService, releaseService },
      deps,
    )
    return openHardware(config, options, tinfoilProvider([part, 'hardware'], makers))
  },
}

function problemOf(hostname: string, part: TinfoilPart) {
  if (part === 'router')
    return [upstreamProblems.notRouter, upstreamProblems.routerAddress] as const
  return isTinfoilHost(hostname, 'router')
    ? ([upstreamProblems.isRouter, upstreamProblems.ownEnclave] as const)
    : ([upstreamProblems.notTinfoil, upstreamProblems.tinfoilAddress] as const)
}
