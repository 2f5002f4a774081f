import type { EvidenceKind } from '../evidence-kind.ts'
import { judgeTinfoil } from './judge-tinfoil.ts'
import { parseTinfoil } from './parse-tinfoil.ts'
import { isTinfoilRepository } from './tinfoil-identities.ts'

/** A model's enclave of Tinfoil, with its GPUs. */
export const tinfoilDirect: EvidenceKind = {
  name: 'tinfoil-direct',
  accepts: (repository) => isTinfoilRepository(repository, 'model'),
  judge: (evidence, policy) =>
    judgeTinfoil(parseTinfoil(evidence.document, evidence.nonce), 'expected', [evidence, policy]),
}
