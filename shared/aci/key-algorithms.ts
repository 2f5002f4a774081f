interface KeyAlgorithm {
  /** Of a public key, uncompressed. */
  readonly bytes: number
  /** What the key management must have given such a key out as. */
  readonly role: string
  readonly purpose: string
}

/** Keys that are used here. A key of any other algorithm is nobody's business, and counts for nothing. */
export const keyAlgorithms: ReadonlyMap<unknown, KeyAlgorithm> = new Map([
  ['ed25519', { bytes: 32, role: 'receipt', purpose: 'aci.receipt.ed25519.v1' }],
  [
    'secp256k1-aes-256-gcm-hkdf-sha256',
    { bytes: 65, role: 'e2ee-secp256k1', purpose: 'aci.e2ee.v1' },
  ],
  [
    'x25519-aes-256-gcm-hkdf-sha256',
    { bytes: 32, role: 'e2ee-x25519', purpose: 'aci.e2ee.x25519.v1' },
  ],
])
