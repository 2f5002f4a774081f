import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import {
  isTinfoilHost,
  type TinfoilPart,
} from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import { ConfigError } from '../common/config-error.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaOpinionMember } from './bought/bought-options.ts'
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
    requireHostOfTinfoil(config, part)
    const { id, repository } = config
    const options = boughtOptions(config, deps)
    const makers = tinfoilMakers(
      { id, part, repository, intel: options.collateral, amdService, releaseService },
      deps,
    )
    return openHardware(config, options, tinfoilProvider([part, 'hardware'], makers))
  },
}

interface Addressed {
  readonly id: string
  readonly base_url: string
}

function requireHostOfTinfoil({ id, base_url }: Addressed, part: TinfoilPart): void {
  const { protocol, hostname } = new URL(base_url)
  if (protocol === 'https:' && isTinfoilHost(hostname, part)) return
  const setting = `upstream "${id}" base_url`
  if (part === 'router') {
    throw new ConfigError(setting, upstreamProblems.notRouter, upstreamProblems.routerAddress)
  }
  if (isTinfoilHost(hostname, 'router')) {
    throw new ConfigError(setting, upstreamProblems.isRouter, upstreamProblems.ownEnclave)
  }
  throw new ConfigError(setting, upstreamProblems.notTinfoil, upstreamProblems.tinfoilAddress)
}
