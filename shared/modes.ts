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
  anonymized: 'Anonymized: a third-party provider read this, and was not told who asked',
  private: 'Private: the operator runs the upstream, and what it keeps is a promise',
  tee: 'Attested enclave; this gateway read it too',
  e2ee: 'Encrypted to an attested enclave',
}

/** Of earlier releases: answers that were kept carry them. */
const formerLabels: Readonly<Record<Mode, string>> = {
  anonymized: 'Anonymized: a third-party provider read this, without knowing who asked',
  private: 'Private: the operator promises that nothing is kept',
  tee: 'Hardware enclave: attested, and bound to this answer',
  e2ee: 'End-to-end encrypted: only the attested enclave could read this',
}

const simulatedLabel = 'Simulated enclave, no hardware proof'
const providersWord = '; the model’s host is on the provider’s word'

/**
 * `privacy_label`: the words shown on the answer. Derived from the signed receipt body alone, so
 * that a verifier can derive them again.
 */
export function privacyLabel(mode: Mode, verifiedBy: Verification | undefined): string {
  switch (verifiedBy) {
    case 'aci-tdx-simulated/1':
      return simulatedLabel
    case 'aci-tdx-dcap-provider/1':
      return `${labels[mode]}${providersWord}`
    case 'aci-tdx-dcap/1':
    case undefined:
      return labels[mode]
  }
}

/** Whether a label belongs to what was signed, in the words of this release or of an earlier one. */
export function isPrivacyLabel(
  label: string,
  mode: Mode,
  verifiedBy: Verification | undefined,
): boolean {
  if (label === privacyLabel(mode, verifiedBy)) return true
  return (verifiedBy ?? 'aci-tdx-dcap/1') === 'aci-tdx-dcap/1' && label === formerLabels[mode]
}
