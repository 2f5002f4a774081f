import * as Type from 'typebox'
import type { UpstreamDeps } from '../../common/upstream-adapter.ts'
import type { CollateralSource } from '../enclave/collateral/collateral-source.ts'
import { attestedOptions, logRefusal } from '../enclave/enclave-config.ts'
import type { BoughtOptions } from './bought-upstream.ts'

/** PEM of the roots of a simulation. */
export const simulationRootsMember = Type.Object(
  {
    intel: Type.String({ description: 'PEM of the root of the simulated processor.' }),
    nvidia: Type.String({ description: 'PEM of the root of the simulated GPUs.' }),
  },
  { additionalProperties: false, description: 'Its answers are labelled as simulated.' },
)

/** All but whose hardware is believed, which the kind of upstream decides. */
export function boughtOptions(
  config: Parameters<typeof attestedOptions>[0],
  deps: UpstreamDeps,
): Omit<BoughtOptions, 'policy' | 'roots'> & { readonly collateral: CollateralSource } {
  return {
    ...attestedOptions(config, deps),
    evidence: deps.evidence,
    refused: (checks) => logRefusal(config.id, checks, deps.logger),
  }
}
