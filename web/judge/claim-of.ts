import type { Claim } from '#shared/claim.ts'
import type { CheckId } from '#shared/claims.ts'
import { receiptClaims } from '#shared/words/english/claims/receipt-claims.ts'

/** What a check proves, in words. */
export type ClaimOf = (id: CheckId) => Claim

const known: Readonly<Partial<Record<CheckId, Claim>>> = receiptClaims

/** For checks of a receipt and of an answer; those of an enclave come with the program that makes them. */
export const receiptClaimOf: ClaimOf = (id) =>
  known[id] ?? { user: `${id} holds.`, auditor: `${id} holds.`, source: '' }
