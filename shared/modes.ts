/**
 * The four privacy modes, weakest first (spec.md "What the service does"). This order is the only
 * place where modes are compared.
 */
export const modes = ['anonymized', 'private', 'tee', 'e2ee'] as const

export type Mode = (typeof modes)[number]

export function isMode(value: unknown): value is Mode {
  return modes.includes(value as Mode)
}

/** Negative when `a` is weaker than `b`, zero when equal. */
export function compareModes(a: Mode, b: Mode): number {
  return modes.indexOf(a) - modes.indexOf(b)
}

/** Modes whose receipt must carry `body.enclave`, and the only ones that may. */
export function isEnclaveMode(mode: Mode): boolean {
  return mode === 'tee' || mode === 'e2ee'
}

/** How the enclave behind a receipt was verified (`body.enclave.verifiedBy`). */
export const enclaveSchemes = ['aci-tdx-dcap/1', 'aci-tdx-simulated/1'] as const

export type EnclaveScheme = (typeof enclaveSchemes)[number]

const labels: Readonly<Record<Mode, string>> = {
  anonymized: 'Anonymized: a third-party provider read this, without knowing who asked',
  private: 'Private: the operator promises that nothing is kept',
  tee: 'Hardware enclave: attested, and bound to this answer',
  e2ee: 'End-to-end encrypted: only the attested enclave could read this',
}

const simulatedLabel = 'Simulated enclave, no hardware proof'

/**
 * `privacy_label`: the words shown on the answer. Derived from the signed receipt body alone, so
 * that a verifier can derive them again.
 */
export function privacyLabel(mode: Mode, verifiedBy: EnclaveScheme | undefined): string {
  return verifiedBy === 'aci-tdx-simulated/1' ? simulatedLabel : labels[mode]
}
