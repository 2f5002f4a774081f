/**
 * How a gateway verified an enclave whose provider has a protocol of its own, kept so that somebody else can judge it. Its bytes
 * are named by their digest (`svc.evidence`).
 */
export interface ProviderEvidence {
  readonly type: 'countersign-provider-evidence/1'
  /** Which form the document has: a name in the list of kinds. */
  readonly kind: string
  /** 64 lowercase hex digits, drawn by the gateway. */
  readonly nonce: string
  /** ISO 8601 UTC: when it was fetched, by the word of whoever did. */
  readonly fetchedAt: string
  /** The attestation, the text that was served. */
  readonly document: string
  /** Of Chutes: the key of the instance, as it was listed. */
  readonly instances?: string
  /** SHA-256 of the SPKI that the connection ended in, hex; null where nobody kept it. */
  readonly peer: string | null
  /** Intel's, for as many kinds of platform as there are. */
  readonly collateral: readonly unknown[]
  /** AMD's certificates of the chip: DER in Base64, PEM, and the list of those withdrawn, DER in Base64. */
  readonly endorsement?: {
    readonly vcek: string
    readonly chain: string
    readonly crl: string | null
  }
  /** What NVIDIA's service said of the GPUs, and the keys that signed it: JSON texts. */
  readonly opinion?: { readonly answer: string; readonly keys: string }
  /** `owner/name` of the code that the gateway's operator configured. */
  readonly repository?: string
  /** What was signed about the newest release of that code, and about its maker's machines. */
  readonly code?: SignedRelease
  readonly platform?: SignedRelease
  /** Roots of a simulation, which prove nothing: certificates as PEM, and the list of Sigstore's keys. */
  readonly simulation_roots?: {
    readonly intel: string
    readonly nvidia: string
    readonly amd?: string
    readonly sigstore?: object
  }
}

interface SignedRelease {
  /** SHA-256 of the release, hex; null where nobody was asked for it. */
  readonly digest: string | null
  /** Sigstore's bundles, JSON texts. */
  readonly bundles: readonly string[]
}
