import type { EvidenceKind } from '../evidence-kind.ts'
import { judgeTinfoil } from './judge-tinfoil.ts'
import { parseTinfoil } from './parse-tinfoil.ts'
import { isTinfoilRepository } from './tinfoil-identities.ts'

/** Tinfoil's router, which reads what it passes on to an enclave that it alone has checked. */
export const tinfoilRouter: EvidenceKind = {
  name: 'tinfoil-router',
  accepts: (repository) => isTinfoilRepository(repository, 'router'),
  judge: (evidence, policy) =>
    judgeTinfoil(parseTinfoil(evidence.document, evidence.nonce), 'none', [evidence, policy]),
}
