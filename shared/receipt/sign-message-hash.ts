import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '../bytes/bytes.ts'

/**
 * Deterministic signature (RFC 6979) in the canonical form that `recoverAddress` accepts: r ‖ s ‖ v,
 * `0x` and 130 lowercase hex digits, low s, v 27 or 28.
 * @param messageHash 32 bytes, as `personalMessageHash` gives
 * @param privateKey 32 bytes
 */
export function signMessageHash(messageHash: Uint8Array, privateKey: Uint8Array): string {
  const signature = secp256k1.sign(messageHash, privateKey, {
    prehash: false,
    lowS: true,
    format: 'recovered',
  })
  // noble puts the recovery bit first; Ethereum puts it last, plus 27.
  return `0x${bytesToHex(signature.subarray(1))}${signature[0] === 0 ? '1b' : '1c'}`
}
