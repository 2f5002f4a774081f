import type { Digest } from '../../digest.ts'
import type { SnpFirmware, SnpTcb } from './parse-snp-report.ts'
import { amdRoots, type SnpGeneration } from './snp-generation.ts'

/** The oldest firmware that is accepted. AMD publishes no such list: whoever verifies states it. */
export interface SnpMinimum {
  readonly tcb: SnpTcb
  readonly firmware: SnpFirmware
}

export interface SnpPolicy {
  /** SHA-256 of each generation's root certificate. */
  readonly roots: Readonly<Record<SnpGeneration, Digest>>
  /** A generation without one is refused. */
  readonly minimums: Readonly<Partial<Record<SnpGeneration, SnpMinimum>>>
  /** Whether a report may do without AMD's list of withdrawn certificates. */
  readonly revocation: 'required' | 'where-shown'
}

/**
 * Genoa as Tinfoil's own policy has it in 2026: bootloader 7, SNP 14, microcode 72, firmware 1.55 build 21. Nobody has
 * stated minimums for Turin, and Milan's chips hold no firmware that resists the attacks published on them.
 */
export const statedSnpPolicy: SnpPolicy = {
  roots: amdRoots,
  minimums: {
    Genoa: {
      tcb: { fmc: null, bootloader: 7, tee: 0, snp: 14, microcode: 72 },
      firmware: { major: 1, minor: 55, build: 21 },
    },
  },
  revocation: 'where-shown',
}
