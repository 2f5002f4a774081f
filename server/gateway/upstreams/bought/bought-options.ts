import { upstreamMemberWords } from '#shared/words/english/configuration/upstream-member-words.ts'
import * as Type from 'typebox'
import type { MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import { ConfigError } from '../../common/config-error.ts'
import type { UpstreamDeps } from '../../common/upstream-adapter.ts'
import type { CollateralSource } from '../enclave/collateral/collateral-source.ts'
import { attestedOptions, logRefusal } from '../enclave/enclave-config.ts'
import type { BoughtOptions } from './bought-upstream.ts'

/** PEM of the roots of a simulation. */
export const simulationRootsMember = Type.Object(
  {
    intel: Type.String({ description: upstreamMemberWords.simulatedProcessor }),
    nvidia: Type.String({ description: upstreamMemberWords.simulatedGpus }),
  },
  { additionalProperties: false, description: upstreamMemberWords.simulated },
)

const learns = upstreamMemberWords.asksNvidia

/** For hardware: the service is NVIDIA's own. */
export const nvidiaOpinionMember = Type.Optional(
  Type.Boolean({
    description: upstreamMemberWords.nvidia(learns),
  }),
)

/** For a simulation. */
export const nvidiaUrlMember = Type.Optional(
  Type.String({
    pattern: '^https?://[^\\s?#]+$',
    description: upstreamMemberWords.nvidiaAddress(learns),
  }),
)

/** What a pin may name of a machine, in bytes. */
const registerBytes = {
  mrtd: 48,
  rtmr0: 48,
  rtmr1: 48,
  rtmr2: 48,
  rtmr3: 48,
  compose_hash: 32,
  app_id: 20,
} as const

/** Machines that the operator accepted beforehand. @param names what machines of this kind measure */
export function pinsMember(names: readonly (keyof typeof registerBytes)[]) {
  const registers = names.map((name) => {
    const pattern = `^[0-9a-f]{${2 * registerBytes[name]}}$`
    return [name, Type.Optional(Type.String({ pattern }))] as const
  })
  const pin = Type.Object(
    {
      at: Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description: upstreamMemberWords.pinnedAt,
      }),
      source: Type.String({
        minLength: 1,
        maxLength: 500,
        description: upstreamMemberWords.pinSource,
      }),
      ...Object.fromEntries(registers),
    },
    { additionalProperties: false, minProperties: 3 },
  )
  return Type.Optional(
    Type.Unsafe<readonly MachinePin[]>(
      Type.Array(pin, {
        minItems: 1,
        description: upstreamMemberWords.pins,
      }),
    ),
  )
}

/** Whoever runs another service could have enclaves, too: what a provider says of its machines would not be said of those. */
export function requireAddress(
  { id, base_url }: { readonly id: string; readonly base_url: string },
  isOwn: (hostname: string) => boolean,
  problemOf: (hostname: string) => readonly [problem: string, remedy: string],
): void {
  const { protocol, hostname } = new URL(base_url)
  if (protocol === 'https:' && isOwn(hostname)) return
  throw new ConfigError(`upstream "${id}" base_url`, ...problemOf(hostname))
}

/** All but whose hardware is believed, which the kind of upstream decides. */
export function boughtOptions(
  config: Parameters<typeof attestedOptions>[0],
  deps: UpstreamDeps,
): Omit<BoughtOptions, 'policy' | 'roots' | 'opinionFrom'> & {
  readonly collateral: CollateralSource
} {
  return {
    ...attestedOptions(config, deps),
    evidence: deps.evidence,
    refused: (checks) => logRefusal(config.id, checks, deps.logger),
  }
}
