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
  /** SHA-256 of the SPKI that the connection ended in, hex; null where nobody kept it. */
  readonly peer: string | null
  /** Intel's, for as many kinds of platform as there are. */
  readonly collateral: readonly unknown[]
  /** PEM of the roots of a simulation, which prove nothing. */
  readonly simulation_roots?: { readonly intel: string; readonly nvidia: string }
}
