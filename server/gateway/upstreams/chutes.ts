import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import { ConfigError } from '../common/config-error.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaOpinionMember } from './bought/bought-options.ts'
import { chutesConfigMembers, chutesPins } from './bought/chutes/chutes-config.ts'
import { chutesProvider } from './bought/chutes/chutes-provider.ts'
import { openHardware } from './bought/open-bought.ts'

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
    const { chute_id: chuteId } = config
    const { monotonicMs } = deps
    const verifiedBy = 'chutes-tdx-dcap/1'
    const provider = chutesProvider({ verifiedBy, chuteId, pins, collateral, monotonicMs })
    return openHardware(config, options, provider)
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
