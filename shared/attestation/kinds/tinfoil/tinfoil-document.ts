import type { EvidenceCheck } from '../../../evidence-check.ts'
import type { GpuEvidence } from '../../nvidia/verify-gpus.ts'
import type { ShownEvidence } from '../evidence-kind.ts'

/** What both forms of Tinfoil's document say, once read. */
export interface TinfoilDocument {
  readonly platform: 'tdx' | 'sev-snp'
  readonly report: Uint8Array
  /** 64 bytes, recomputed from the reader's nonce and the members of the document. */
  readonly reportData: Uint8Array
  /** SHA-256 of the public key of the connection, in hex. */
  readonly tlsKey: string
  /** X25519 key that bodies are encrypted to, in hex. */
  readonly encryptionKey: string
  readonly gpus: readonly GpuEvidence[]
  /** The digest of the GPUs' evidence that the report binds, and that of what is here; null where none is bound. */
  readonly gpuHash: { readonly stated: string; readonly shown: string } | null
  /** What this form alone shows. */
  readonly checks: readonly EvidenceCheck[]
  readonly required: readonly EvidenceCheck['id'][]
  /** What the maker's statement about machines is called: by the last part of its repository and its predicate. */
  readonly platformStatement: 'hardware-measurements' | 'platform-endorsements'
  /** What the document carries of what others signed, or null where the reader fetches it. */
  readonly carried: Pick<ShownEvidence, 'collateral' | 'endorsement' | 'code' | 'platform'> | null
}
