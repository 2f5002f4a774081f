import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaOpinionMember, requireAddress } from './bought/bought-options.ts'
import { nearPinsMember } from './bought/near/near-pins-member.ts'
import { openHardware } from './bought/open-bought.ts'
import { veniceModel } from './bought/venice/venice-model.ts'
import { veniceProvider } from './bought/venice/venice-provider.ts'
import { attestedConfigMembers } from './enclave/enclave-config.ts'

const VeniceSchema = Type.Object(
  {
    kind: Type.Literal('venice'),
    ...attestedConfigMembers,
    nvidia_opinion: nvidiaOpinionMember,
    pins: nearPinsMember,
  },
  { additionalProperties: false },
)

/** A model of Venice's with encryption. Its roots are Intel's and NVIDIA's, and nothing here can name others. */
export const venice: UpstreamAdapter<typeof VeniceSchema> = {
  kind: 'venice',
  schema: VeniceSchema,
  create(config, deps) {
    requireAddress(
      config,
      (hostname) => hostname === 'venice.ai' || hostname.endsWith('.venice.ai'),
      () => [upstreamProblems.notVenice, upstreamProblems.veniceAddress],
    )
    const options = boughtOptions(config, deps)
    const model = veniceModel(config)
    const { collateral } = options
    const provider = veniceProvider({ verifiedBy: 'venice-near-tdx-dcap/1', model, collateral })
    return openHardware(config, options, provider)
  },
}
