import { aciClaims } from './aci/aci-claims.ts'
import { hostClaims } from './aci/hosts/host-claims.ts'
import { enclaveReceiptClaims } from './aci/enclave-receipt-claims.ts'
import { verificationClaims } from './aci/verification-claims.ts'
import { measurementClaims } from './attestation/appraise/measurement-claims.ts'
import { policyClaims } from './attestation/appraise/policy-claims.ts'
import { quoteClaims } from './attestation/quote/quote-claims.ts'
import type { Claim } from './claim.ts'
import { evidenceClaims, type EvidenceClaimId } from './evidence-claims.ts'
import { receiptClaims } from './receipt/receipt-claims.ts'

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
