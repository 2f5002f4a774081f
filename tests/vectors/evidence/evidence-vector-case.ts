import type { EvidenceCase } from '../../support/enclave/make-evidence.ts'

/** Evidence, and every check of PROTOCOL.md §2 to §6 that fails. */
export interface EvidenceVectorCase {
  readonly name: string
  readonly failed: readonly string[]
  readonly evidence: EvidenceCase
}
