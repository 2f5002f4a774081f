import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { ConfigError } from '../common/config-error.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaOpinionMember } from './bought/bought-options.ts'
import { createBoughtUpstream } from './bought/bought-upstream.ts'
import { nvidiaService } from './bought/gpu-opinion.ts'
import { chutesConfigMembers, chutesPins } from './bought/chutes/chutes-config.ts'
import { chutesProvider } from './bought/chutes/chutes-provider.ts'

const ChutesSchema = Type.Object(
  {
    kind: Type.Literal('chutes'),
    ...chutesConfigMembers,
    nvidia_opinion: nvidiaOpinionMember,
  },
  { additionalProperties: false },
)

/** A model's instances at Chutes. Its roots are Intel's and NVIDIA's, and nothing here can name others. */
export const chutes: UpstreamAdapter<typeof ChutesSchema> = {
  kind: 'chutes',
  schema: ChutesSchema,
  create(config, deps) {
    requireServiceOfChutes(config)
    const pins = chutesPins(config)
    const { collateral, ...options } = boughtOptions(config, deps)
    return createBoughtUpstream(
      {
        ...options,
        policy: { ...statedPolicy(null), pins },
        roots: null,
        opinionFrom: config.nvidia_opinion === true ? nvidiaService : null,
      },
      chutesProvider({
        verifiedBy: 'chutes-tdx-dcap/1',
        chuteId: config.chute_id,
        pins,
        collateral,
        monotonicMs: deps.monotonicMs,
      }),
    )
  },
}

/** Whoever runs another service could have enclaves, too: what Chutes says of its machines would not be said of those. */
function requireServiceOfChutes({
  id,
  base_url,
}: {
  readonly id: string
  readonly base_url: string
}) {
  const { protocol, hostname } = new URL(base_url)
  if (protocol === 'https:' && hostname.endsWith('.chutes.ai')) return
  throw new ConfigError(
    `upstream "${id}" base_url`,
    upstreamProblems.notChutes,
    upstreamProblems.chutesAddress,
  )
}
