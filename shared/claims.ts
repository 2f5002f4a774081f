import { aciClaims } from './words/english/claims/aci-claims.ts'
import { hostClaims } from './words/english/claims/host-claims.ts'
import { enclaveReceiptClaims } from './words/english/claims/enclave-receipt-claims.ts'
import { verificationClaims } from './words/english/claims/verification-claims.ts'
import { measurementClaims } from './words/english/claims/measurement-claims.ts'
import { policyClaims } from './words/english/claims/policy-claims.ts'
import { quoteClaims } from './words/english/claims/quote-claims.ts'
import type { Claim } from './claim.ts'
import { evidenceClaims, type EvidenceClaimId } from './evidence-claims.ts'
import { receiptClaims } from './words/english/claims/receipt-claims.ts'

/** Checks of evidence that providers serve: one sentence for whoever reads it. */
const ofEvidence = Object.fromEntries(
  Object.entries(evidenceClaims).map(([id, sentence]) => [
    id,
    { user: sentence, auditor: sentence, source: 'shared/aci/PROTOCOL.md §12' },
  ]),
) as Readonly<Record<EvidenceClaimId, Claim>>

export const claims = {
  ...receiptClaims,
  ...quoteClaims,
  ...measurementClaims,
  ...policyClaims,
  ...aciClaims,
  ...enclaveReceiptClaims,
  ...hostClaims,
  ...verificationClaims,
  ...ofEvidence,
} as const satisfies Readonly<Record<string, Claim>>

export type CheckId = keyof typeof claims
