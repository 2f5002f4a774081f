import { join } from 'node:path'
import * as Type from 'typebox'
import { isTinfoilModel } from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import { ConfigError } from '../../../common/config-error.ts'
import type { UpstreamDeps } from '../../../common/upstream-adapter.ts'
import type { CollateralSource } from '../../enclave/collateral/collateral-source.ts'
import { attestedConfigMembers } from '../../enclave/enclave-config.ts'
import { createAmdCertificates } from './amd-certificates.ts'
import type { TinfoilMakers } from './gather-evidence.ts'
import { createSignedReleases } from './signed-releases.ts'

/** What every enclave of Tinfoil's has in the configuration. */
export const tinfoilConfigMembers = {
  ...attestedConfigMembers,
  repository: Type.String({
    pattern: '^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$',
    description:
      'Whose signed release must run, as owner/name on GitHub: tinfoilsh/confidential- and the model.',
  }),
}

interface MakersInput {
  readonly id: string
  readonly repository: string
  readonly intel: CollateralSource
  /** Base addresses of AMD's service, and of a copy of GitHub's interface. */
  readonly amdService: string
  readonly releaseService: string
}

/** Who is asked about an enclave. @throws {ConfigError} */
export function tinfoilMakers(
  { id, repository, intel, amdService, releaseService }: MakersInput,
  { dataDir, nowSeconds }: UpstreamDeps,
): TinfoilMakers {
  if (!isTinfoilModel(repository)) {
    throw new ConfigError(
      `upstream "${id}" repository`,
      'is no repository of a model’s enclave',
      'Write tinfoilsh/confidential- and the model; the router’s is none, since the router reads what it hands on',
    )
  }
  return {
    intel,
    repository,
    amd: createAmdCertificates({ service: amdService, folder: join(dataDir, 'collateral') }),
    releases: createSignedReleases({ service: releaseService, nowSeconds }),
  }
}
