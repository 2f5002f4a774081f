import type { EvidencePolicy } from '#shared/attestation/kinds/evidence-kind.ts'
import { nvidiaPolicy } from '#shared/attestation/nvidia/verify-gpus.ts'
import { intelRoot } from '#shared/attestation/quote/verify-quote.ts'
import { statedSnpPolicy } from '#shared/attestation/sev-snp/snp-policy.ts'
import { parseTrustedRoot } from '#shared/attestation/sigstore/parse-trusted-root.ts'
import { shippedTrustedRoot } from '#shared/attestation/sigstore/shipped-trusted-root.ts'

/** What is accepted where nobody says otherwise. */
export function statedPolicy(repository: string | null): EvidencePolicy {
  const { document, asOf } = shippedTrustedRoot
  return {
    quote: {
      root: intelRoot,
      acceptedTcbStatuses: new Set(['UpToDate', 'SWHardeningNeeded']),
    },
    snp: statedSnpPolicy,
    gpu: nvidiaPolicy,
    sigstore: parseTrustedRoot(document, asOf),
    repository,
  }
}
