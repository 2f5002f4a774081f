import { kindClaims } from './attestation/kinds/kind-claims.ts'
import { nvidiaClaims } from './attestation/nvidia/nvidia-claims.ts'
import { sigstoreClaims } from './attestation/sigstore/sigstore-claims.ts'
import { snpClaims } from './attestation/sev-snp/snp-claims.ts'

/** What a passed check of a provider's evidence lets you say, a sentence each. */
export const evidenceClaims = {
  ...snpClaims,
  ...nvidiaClaims,
  ...sigstoreClaims,
  ...kindClaims,
} as const satisfies Readonly<Record<string, string>>

export type EvidenceClaimId = keyof typeof evidenceClaims
