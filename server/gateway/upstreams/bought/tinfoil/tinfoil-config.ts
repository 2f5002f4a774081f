import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import { upstreamMemberWords } from '#shared/words/english/configuration/upstream-member-words.ts'
import { join } from 'node:path'
import * as Type from 'typebox'
import {
  isTinfoilRepository,
  type TinfoilPart,
} from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
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
    description: upstreamMemberWords.repository,
  }),
  router: Type.Optional(
    Type.Boolean({
      description: upstreamMemberWords.router,
    }),
  ),
}

/** Which part of Tinfoil's the operator means. */
export function tinfoilPartOf({ router }: { readonly router?: boolean }): TinfoilPart {
  return router === true ? 'router' : 'model'
}

interface MakersInput {
  readonly id: string
  readonly part: TinfoilPart
  readonly repository: string
  readonly intel: CollateralSource
  /** Base addresses of AMD's service, and of a copy of GitHub's interface. */
  readonly amdService: string
  readonly releaseService: string
}

const otherRepository: Readonly<Record<TinfoilPart, { problem: string; fix: string }>> = {
  model: {
    problem: upstreamProblems.notModelRepository,
    fix: upstreamProblems.modelRepository,
  },
  router: {
    problem: upstreamProblems.notRouterRepository,
    fix: upstreamProblems.routerRepository,
  },
}

/** Who is asked about an enclave. @throws {ConfigError} */
export function tinfoilMakers(
  { id, part, repository, intel, amdService, releaseService }: MakersInput,
  { dataDir, nowSeconds }: UpstreamDeps,
): TinfoilMakers {
  if (!isTinfoilRepository(repository, part)) {
    const { problem, fix } = otherRepository[part]
    throw new ConfigError(`upstream "${id}" repository`, problem, fix)
  }
  return {
    intel,
    repository,
    amd: createAmdCertificates({
      service: amdService,
      folder: join(dataDir, 'collateral'),
      nowSeconds,
    }),
    releases: createSignedReleases({ service: releaseService, nowSeconds }),
  }
}
