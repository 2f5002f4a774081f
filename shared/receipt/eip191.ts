import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, parseHex, utf8ToBytes } from '../bytes/bytes.ts'
import { isOfKnownKey, rememberKey } from './known-keys.ts'

/**
 * What is signed: keccak256 of the EIP-191 personal message of a text, which in a receipt is the 64 characters of the
 * digest (FORMAT.md §2.2). 32 bytes.
 */
export function personalMessageHash(text: string): Uint8Array {
  return keccak_256(utf8ToBytes(`${prefix}${utf8ToBytes(text).length}${text}`))
}

const prefix = '\x19Ethereum Signed Message:\n'

/** Address of an uncompressed public key (65 bytes, `04` first): `0x` and 40 lowercase hex digits. */
function addressOf(publicKey: Uint8Array): string {
  return `0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`
}

/**
 * The address whose key made a signature, or null when there is none. Only the canonical form counts:
 * v is 27 or 28, and s lies in the lower half, so that a receipt has one signature text.
 * @param signature r ‖ s ‖ v, `0x` and 130 lowercase hex digits
 * @param claimed whose it is said to be: what it says changes how long this takes, and never the answer
 */
export function recoverAddress(text: string, signature: string, claimed?: string): string | null {
  const bytes = parseHex(signature.slice(2), 65)
  const v = bytes[64]
  if (v !== 27 && v !== 28) return null
  try {
    const compact = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    if (compact.hasHighS()) return null
    const recoverable = compact.addRecoveryBit(v - 27)
    const hash = personalMessageHash(text)
    if (claimed && isOfKnownKey(claimed, recoverable, hash)) return claimed
    const key = recoverable.recoverPublicKey(hash)
    return rememberKey(addressOf(key.toBytes(false)), key)
  } catch {
    return null
  }
}
