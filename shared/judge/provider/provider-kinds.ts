import type { Verification } from '../../modes.ts'

const kinds: Partial<Readonly<Record<Verification, string>>> = {
  'near-tdx-dcap/1': 'near-direct',
  'near-tdx-simulated/1': 'near-direct',
  'tinfoil-tdx-dcap/1': 'tinfoil-direct',
  'tinfoil-snp-vcek/1': 'tinfoil-direct',
  'tinfoil-tdx-simulated/1': 'tinfoil-direct',
  'tinfoil-snp-simulated/1': 'tinfoil-direct',
}

/** Whether enclaves of this kind sign their answers: of others nobody but who asked can tell that they wrote one. */
export function signsAnswers(kind: string): boolean {
  return kind === 'near-direct'
}

/** Of which kind the evidence behind a verification is; null where the enclave speaks ACI. */
export function kindVerifiedBy(verification: Verification): string | null {
  return kinds[verification] ?? null
}
