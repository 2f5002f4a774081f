/**
 * The four privacy modes, weakest first (FORMAT.md §1.2). This order is the only
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

/** By which root an enclave was verified. */
export type EnclaveScheme = 'aci-tdx-dcap/1' | 'aci-tdx-simulated/1'

/**
 * What a receipt says of how the enclave was verified (`body.enclave.verifiedBy`). With
 * `aci-tdx-dcap-provider/1` the enclave was verified as with `aci-tdx-dcap/1`, and forwarded to another
 * company's enclave on its provider's word.
 */
export const verifications = [
  'aci-tdx-dcap/1',
  'aci-tdx-dcap-provider/1',
  'aci-tdx-simulated/1',
] as const

export type Verification = (typeof verifications)[number]

/** The root that a verification stands on. */
export function schemeOf(verification: Verification): EnclaveScheme {
  return verification === 'aci-tdx-dcap-provider/1' ? 'aci-tdx-dcap/1' : verification
}

const labels: Readonly<Record<Mode, string>> = {
  anonymized: 'Anonymized',
  private: 'Private',
  tee: 'Attested enclave',
  e2ee: 'Encrypted to enclave',
}

/**
 * `privacy_label`: the words shown on the answer. Derived from the signed receipt body alone, so
 * that a verifier can derive them again.
 */
export function privacyLabel(mode: Mode, verifiedBy: Verification | undefined): string {
  return verifiedBy === 'aci-tdx-simulated/1' ? 'Simulated enclave' : labels[mode]
}
