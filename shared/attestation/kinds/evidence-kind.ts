import type { Digest } from '../../digest.ts'
import type { EvidenceCheck } from '../../evidence-check.ts'
import type { GpuOpinion } from '../nvidia/verify-opinion.ts'
import type { GpuPolicy } from '../nvidia/verify-gpus.ts'
import type { Collateral } from '../quote/parse-collateral.ts'
import type { QuotePolicy } from '../quote/verify-quote.ts'
import type { MachinePin, Registers } from './machine-pins.ts'
import type { SnpPolicy } from '../sev-snp/snp-policy.ts'
import type { SnpEndorsement } from '../sev-snp/verify-snp-report.ts'
import type { TrustedRoot } from '../sigstore/parse-trusted-root.ts'

/** Signed statements about one release. */
export interface ReleaseEvidence {
  /** Sigstore bundles, JSON texts: one that verifies is enough. */
  readonly bundles: readonly string[]
  /** SHA-256 of the release, in hex, where it was asked for. */
  readonly digest: string | null
}

/** What a provider showed, and what others signed about it. Nobody has looked at any of it. */
export interface ShownEvidence {
  /** The reader's own, 64 lowercase hex digits. */
  readonly nonce: string
  readonly nowSeconds: number
  /** The attestation, as it was served. */
  readonly document: Uint8Array
  /** Chutes' list of instances, or null. */
  readonly instances: Uint8Array | null
  /** SHA-256 of the public key that ended the connection, in hex; null where nobody kept it. */
  readonly peer: string | null
  /** Intel's, for as many kinds of platform as there are. */
  readonly collateral: readonly Collateral[]
  /** AMD's. */
  readonly endorsement: SnpEndorsement | null
  readonly opinion: GpuOpinion | null
  readonly code: ReleaseEvidence | null
  readonly platform: ReleaseEvidence | null
}

/** The roots that the reader relies on, and what the reader accepts; the provider supplies none of it. */
export interface EvidencePolicy {
  readonly quote: QuotePolicy
  readonly snp: SnpPolicy
  readonly gpu: GpuPolicy
  readonly sigstore: TrustedRoot
  /** `owner/name` of the repository whose release must run; null where the kind knows none. */
  readonly repository: string | null
  /** Machines of which one must run; none where nobody accepted any. */
  readonly pins: readonly MachinePin[]
}

/** What evidence says of one enclave; true as far as its checks passed. */
export interface MeasuredEnclave {
  /** The compose hash; where there is none, SHA-256 of JCS of the measured registers by name. */
  readonly measurement: Digest
  /** SHA-256 of the SPKI that connections to it end in, hex; null where none is bound. */
  readonly tlsKey: string | null
  /** Key that signs its answers: Ed25519, hex, or an address of Ethereum's, `0x…`; null where it signs none. */
  readonly signingKey: string | null
  /**
   * Key that bodies, or fields of them, are encrypted to, hex: X25519, for Venice a point on secp256k1, for Chutes of ML-KEM-768; null
   * where it takes none.
   */
  readonly encryptionKey: string | null
  readonly processor: 'tdx' | 'sev-snp'
}

/** What one machine measured, true as far as the checks passed. */
export interface RunningMachine {
  /** As of the checks about it. */
  readonly subject: string
  readonly registers: Registers
}

export interface JudgedEvidence {
  readonly checks: readonly EvidenceCheck[]
  /** What must have passed, of every enclave that the evidence speaks of. */
  readonly required: readonly EvidenceCheck['id'][]
  /** Left out where the evidence speaks of several. */
  readonly enclave?: MeasuredEnclave
  /** Left out where nothing is measured that could be pinned. */
  readonly running?: readonly RunningMachine[]
}

/** One form of evidence that a provider serves. */
export interface EvidenceKind {
  readonly name: string
  /** Whether releases of a repository, `owner/name`, may stand for what must run; left out where none is asked for. */
  readonly accepts?: (repository: string) => boolean
  /** @throws {FormatError} when the evidence cannot be read */
  judge(evidence: ShownEvidence, policy: EvidencePolicy): JudgedEvidence
}
