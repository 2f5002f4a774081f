import type { EvidenceKind } from '../evidence-kind.ts'
import { judgeTinfoil } from './judge-tinfoil.ts'
import { parseTinfoil } from './parse-tinfoil.ts'

/** A model's enclave of Tinfoil, with its GPUs. */
export const tinfoilDirect: EvidenceKind = {
  name: 'tinfoil-direct',
  judge: (evidence, policy) =>
    judgeTinfoil(parseTinfoil(evidence.document, evidence.nonce), 'expected', [evidence, policy]),
}
