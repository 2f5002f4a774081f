import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaOpinionMember, requireAddress } from './bought/bought-options.ts'
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
    requireAddress(
      config,
      (hostname) => hostname.endsWith('.chutes.ai'),
      () => [upstreamProblems.notChutes, upstreamProblems.chutesAddress],
    )
    const pins = chutesPins(config)
    const { collateral, ...options } = boughtOptions(config, deps)
    const { chute_id: chuteId } = config
    const { monotonicMs } = deps
    const verifiedBy = 'chutes-tdx-dcap/1'
    const provider = chutesProvider({ verifiedBy, chuteId, pins, collateral, monotonicMs })
    return openHardware(config, options, provider)
  },
}
