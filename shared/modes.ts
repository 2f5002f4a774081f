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

/** By which root an enclave that speaks ACI was verified. */
export type EnclaveScheme = 'aci-tdx-dcap/1' | 'aci-tdx-simulated/1'

interface Known {
  readonly root: 'hardware' | 'simulation'
  /** All that a reader who judged the evidence may say: behind `providers-claim` runs code that nobody measured. */
  readonly best: 'verified' | 'providers-claim'
  /** It reads a question and hands it on to a second machine, which only its provider vouches for. */
  readonly handsOn?: true
}

/** What a receipt says of how the enclave was verified (`body.enclave.verifiedBy`, FORMAT.md §1.3). */
const known = {
  'aci-tdx-dcap/1': { root: 'hardware', best: 'verified' },
  'aci-tdx-dcap-provider/1': { root: 'hardware', best: 'providers-claim', handsOn: true },
  'aci-tdx-simulated/1': { root: 'simulation', best: 'verified' },
  'near-tdx-dcap/1': { root: 'hardware', best: 'providers-claim' },
  'near-tdx-simulated/1': { root: 'simulation', best: 'providers-claim' },
  'venice-near-tdx-dcap/1': { root: 'hardware', best: 'providers-claim' },
  'venice-near-tdx-simulated/1': { root: 'simulation', best: 'providers-claim' },
  'chutes-tdx-dcap/1': { root: 'hardware', best: 'providers-claim' },
  'chutes-tdx-simulated/1': { root: 'simulation', best: 'providers-claim' },
  'tinfoil-tdx-dcap/1': { root: 'hardware', best: 'verified' },
  'tinfoil-snp-vcek/1': { root: 'hardware', best: 'verified' },
  'tinfoil-tdx-simulated/1': { root: 'simulation', best: 'verified' },
  'tinfoil-snp-simulated/1': { root: 'simulation', best: 'verified' },
  'tinfoil-router-tdx-dcap-provider/1': {
    root: 'hardware',
    best: 'providers-claim',
    handsOn: true,
  },
  'tinfoil-router-snp-vcek-provider/1': {
    root: 'hardware',
    best: 'providers-claim',
    handsOn: true,
  },
  'tinfoil-router-tdx-simulated/1': { root: 'simulation', best: 'providers-claim', handsOn: true },
  'tinfoil-router-snp-simulated/1': { root: 'simulation', best: 'providers-claim', handsOn: true },
} as const satisfies Readonly<Record<string, Known>>

export type Verification = keyof typeof known

export const verifications = Object.keys(known) as readonly Verification[]

export function isSimulation(verification: Verification | undefined): boolean {
  return verification !== undefined && known[verification].root === 'simulation'
}

/** Whether something of the answer stays its provider's word, whatever was judged. */
export function restsOnProvider(verification: Verification | undefined): boolean {
  return verification !== undefined && known[verification].best === 'providers-claim'
}

/** Whether the enclave hands a question on to a second machine, which only its provider vouches for. */
export function handsOn(verification: Verification | undefined): boolean {
  return verification !== undefined && 'handsOn' in known[verification]
}

/** The root that a verification by ACI stands on; null for any other. */
export function schemeOf(verification: Verification): EnclaveScheme | null {
  switch (verification) {
    case 'aci-tdx-dcap/1':
    case 'aci-tdx-dcap-provider/1':
      return 'aci-tdx-dcap/1'
    case 'aci-tdx-simulated/1':
      return verification
    default:
      return null
  }
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
  return isSimulation(verifiedBy) ? 'Simulated enclave' : labels[mode]
}
