import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import type { MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import { statedPolicy, type SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import { FormatError } from '#shared/errors.ts'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
import { ConfigError } from '../../common/config-error.ts'
import type { Upstream } from '../../common/upstream.ts'
import type { BoughtProvider } from './bought-provider.ts'
import { createBoughtUpstream, type BoughtOptions } from './bought-upstream.ts'
import { nvidiaService } from './gpu-opinion.ts'

interface Accepted {
  readonly id: string
  /** Whose release must run; left out where machines are pinned. */
  readonly repository?: string
  readonly pins?: readonly MachinePin[]
}

type Options = Omit<BoughtOptions, 'policy' | 'roots' | 'opinionFrom'>

function policyOf({ repository, pins = [] }: Accepted, roots: SimulationRoots | null) {
  return { ...statedPolicy(repository ?? null, roots), pins }
}

/** An enclave of a provider's, on the roots of the makers of its hardware: nothing here can name others. */
export function openHardware(
  config: Accepted & { readonly nvidia_opinion?: boolean },
  options: Options,
  provider: BoughtProvider,
): Upstream {
  const opinionFrom = config.nvidia_opinion === true ? nvidiaService : null
  const policy = policyOf(config, null)
  return createBoughtUpstream({ ...options, policy, roots: null, opinionFrom }, provider)
}

/** The same without hardware: every check runs, under roots that prove nothing. @throws {ConfigError} for roots that are none */
export function openSimulation(
  config: Accepted & { readonly simulation_roots: SimulationRoots; readonly nvidia_url?: string },
  options: Options,
  provider: BoughtProvider,
): Upstream {
  const { id, simulation_roots: roots, nvidia_url: opinionFrom = null } = config
  try {
    const policy = policyOf(config, roots)
    return createBoughtUpstream({ ...options, policy, roots, opinionFrom }, provider)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new ConfigError(
      `upstream "${id}" simulation_roots`,
      mismatchWords.holdsNoCertificate,
      upstreamProblems.simulation,
    )
  }
}
