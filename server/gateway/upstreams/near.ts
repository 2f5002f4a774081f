import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaOpinionMember, requireAddress } from './bought/bought-options.ts'
import { isNearCloud, isNearHost } from './bought/near/near-hosts.ts'
import { nearPinsMember } from './bought/near/near-pins-member.ts'
import { nearProvider } from './bought/near/near-provider.ts'
import { openHardware } from './bought/open-bought.ts'
import { attestedConfigMembers } from './enclave/enclave-config.ts'

const NearSchema = Type.Object(
  {
    kind: Type.Literal('near'),
    ...attestedConfigMembers,
    nvidia_opinion: nvidiaOpinionMember,
    pins: nearPinsMember,
  },
  { additionalProperties: false },
)

/** A model host of NEAR AI. Its roots are Intel's and NVIDIA's, and nothing here can name others. */
export const near: UpstreamAdapter<typeof NearSchema> = {
  kind: 'near',
  schema: NearSchema,
  create(config, deps) {
    requireAddress(config, isNearHost, problemOf)
    const options = boughtOptions(config, deps)
    return openHardware(config, options, nearProvider('near-tdx-dcap/1', options.collateral))
  },
}

function problemOf(hostname: string) {
  return isNearCloud(hostname)
    ? ([upstreamProblems.nearCloud, upstreamProblems.nearOwnHost] as const)
    : ([upstreamProblems.notNear, upstreamProblems.nearAddress] as const)
}
