import type { MeasuredEnclave } from '#shared/attestation/kinds/evidence-kind.ts'
import type { CheckId } from '#shared/claims.ts'
import type { Digest } from '#shared/digest.ts'
import type { Check } from '#shared/verdict.ts'

/** An enclave of a provider that was verified. */
export interface BoughtSession {
  readonly enclave: MeasuredEnclave
  readonly checks: readonly Check[]
  /** Which checks made it one. */
  readonly required: readonly CheckId[]
  /** Keeps the evidence where it is not kept yet, and names it. */
  readonly keepEvidence: () => Promise<Digest>
  /** Unix seconds of its attestation. */
  readonly since: number
  /** Unix seconds. */
  readonly expiresAt: number
}
