import type { EvidenceKind } from './evidence-kind.ts'
import { judgeTinfoil } from './judge-tinfoil.ts'
import { parseTinfoilFlat } from './parse-tinfoil-flat.ts'

/** Tinfoil's router, which reads what it passes on to an enclave that it alone has checked. */
export const tinfoilRouter: EvidenceKind = {
  name: 'tinfoil-router',
  judge: (evidence, policy) =>
    judgeTinfoil(parseTinfoilFlat(evidence.document, evidence.nonce), 'none', [evidence, policy]),
}
