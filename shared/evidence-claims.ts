import { kindClaims } from './words/english/claims/kind-claims.ts'
import { nvidiaClaims } from './words/english/claims/nvidia-claims.ts'
import { sigstoreClaims } from './words/english/claims/sigstore-claims.ts'
import { snpClaims } from './words/english/claims/snp-claims.ts'

/** What a passed check of a provider's evidence lets you say, a sentence each. */
export const evidenceClaims = {
  ...snpClaims,
  ...nvidiaClaims,
  ...sigstoreClaims,
  ...kindClaims,
} as const satisfies Readonly<Record<string, string>>

export type EvidenceClaimId = keyof typeof evidenceClaims
