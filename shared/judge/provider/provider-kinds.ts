import type { Verification } from '../../modes.ts'

const kinds: Partial<Readonly<Record<Verification, string>>> = {
  'near-tdx-dcap/1': 'near-direct',
  'near-tdx-simulated/1': 'near-direct',
}

/** Of which kind the evidence behind a verification is; null where the enclave speaks ACI. */
export function kindVerifiedBy(verification: Verification): string | null {
  return kinds[verification] ?? null
}
