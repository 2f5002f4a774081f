import { aciClaims } from './aci/aci-claims.ts'
import { hostClaims } from './aci/hosts/host-claims.ts'
import { enclaveReceiptClaims } from './aci/enclave-receipt-claims.ts'
import { verificationClaims } from './aci/verification-claims.ts'
import { measurementClaims } from './attestation/appraise/measurement-claims.ts'
import { policyClaims } from './attestation/appraise/policy-claims.ts'
import { quoteClaims } from './attestation/quote/quote-claims.ts'
import type { Claim } from './claim.ts'
import { receiptClaims } from './receipt/receipt-claims.ts'

export const claims = {
  ...receiptClaims,
  ...quoteClaims,
  ...measurementClaims,
  ...policyClaims,
  ...aciClaims,
  ...enclaveReceiptClaims,
  ...hostClaims,
  ...verificationClaims,
} as const satisfies Readonly<Record<string, Claim>>

export type CheckId = keyof typeof claims
