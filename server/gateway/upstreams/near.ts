import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import * as Type from 'typebox'
import { ConfigError } from '../common/config-error.ts'
import type { UpstreamAdapter } from '../common/upstream-adapter.ts'
import { boughtOptions, nvidiaOpinionMember } from './bought/bought-options.ts'
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
    requireHostOfNear(config)
    const options = boughtOptions(config, deps)
    return openHardware(config, options, nearProvider('near-tdx-dcap/1', options.collateral))
  },
}

/** Whoever runs another host could have an enclave, too: what NEAR AI says of its machines would not be said of that. */
function requireHostOfNear({ id, base_url }: { readonly id: string; readonly base_url: string }) {
  const { protocol, hostname } = new URL(base_url)
  if (protocol === 'https:' && isNearHost(hostname)) return
  if (isNearCloud(hostname)) {
    throw new ConfigError(
      `upstream "${id}" base_url`,
      upstreamProblems.nearCloud,
      upstreamProblems.nearOwnHost,
    )
  }
  throw new ConfigError(
    `upstream "${id}" base_url`,
    upstreamProblems.notNear,
    upstreamProblems.nearAddress,
  )
}
