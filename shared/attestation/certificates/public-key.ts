import { derBits, derChildren, derIntegerHex, derOid, parseDer } from './der.ts'

export type EcKey = {
  readonly kind: 'p256' | 'p384'
  /** Uncompressed: 04 ‖ x ‖ y. */
  readonly point: Uint8Array
}

export type RsaKey = {
  readonly kind: 'rsa'
  readonly modulus: bigint
  readonly exponent: bigint
}

/** Keys of another kind are read, and verify nothing. */
export type PublicKey = EcKey | RsaKey | { readonly kind: 'other' }

const ecPublicKey = '1.2.840.10045.2.1'
const rsaPublicKey = '1.2.840.113549.1.1.1'
const curves: Readonly<Record<string, { readonly kind: EcKey['kind']; readonly bytes: number }>> = {
  '1.2.840.10045.3.1.7': { kind: 'p256', bytes: 65 },
  '1.3.132.0.34': { kind: 'p384', bytes: 97 },
}

/**
 * @param spki DER of a SubjectPublicKeyInfo
 * @throws {FormatError} CERTIFICATE_MALFORMED
 */
export function readPublicKey(spki: Uint8Array): PublicKey {
  const [algorithm, bits] = derChildren(parseDer(spki))
  const [kind, parameter] = derChildren(algorithm)
  const bytes = derBits(bits)
  switch (derOid(kind)) {
    case ecPublicKey: {
      const curve = curves[derOid(parameter)]
      const isPoint = curve?.bytes === bytes.length && bytes[0] === 4
      return curve && isPoint ? { kind: curve.kind, point: bytes } : { kind: 'other' }
    }
    case rsaPublicKey: {
      const [modulus, exponent] = derChildren(parseDer(bytes)).map(derIntegerHex)
      return { kind: 'rsa', modulus: BigInt(`0x${modulus}`), exponent: BigInt(`0x${exponent}`) }
    }
    default:
      return { kind: 'other' }
  }
}
