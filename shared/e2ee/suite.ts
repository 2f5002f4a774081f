import { secp256k1Agreement, x25519Agreement, type KeyAgreement } from './key-agreements.ts'

/** Key agreement of one E2EE v2 suite (PROTOCOL.md §7.1). */
export interface Suite extends KeyAgreement {
  readonly algo: string
  /** HKDF info, ASCII. */
  readonly info: string
  /** Length of a public key on the wire. */
  readonly publicKeyBytes: number
}

const x25519Suite: Suite = {
  algo: 'x25519-aes-256-gcm-hkdf-sha256',
  info: 'aci.e2ee.v2.x25519',
  publicKeyBytes: 32,
  ...x25519Agreement,
}

const secp256k1Suite: Suite = {
  algo: 'secp256k1-aes-256-gcm-hkdf-sha256',
  info: 'aci.e2ee.v2.secp256k1',
  publicKeyBytes: 65,
  ...secp256k1Agreement,
}

/** Preferred first. */
export const suites: readonly Suite[] = [x25519Suite, secp256k1Suite]

export function suiteOf(algo: string): Suite | null {
  return suites.find((suite) => suite.algo === algo) ?? null
}
