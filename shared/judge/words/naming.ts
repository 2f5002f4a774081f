import type { Claim } from '../../claim.ts'
import type { CheckId } from '../../claims.ts'

/** Who is said to have signed, in the words of a sentence, and where check ids get their words from. */
export interface Naming {
  /** `gateway.example`, `The address you typed`, `Somebody`. */
  readonly signer: string
  readonly claimOf: (id: CheckId) => Claim
}
