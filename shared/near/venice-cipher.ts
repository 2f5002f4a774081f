import { gcm } from '@noble/ciphers/aes.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '../bytes/bytes.ts'
import { fieldCipher } from './field-cipher.ts'

/** To the key on secp256k1 of a host that is met through Venice (PROTOCOL.md §12.5). Public keys are points in full: 65 bytes. */
export const veniceCipher = fieldCipher({
  algo: 'secp256k1-hkdf-sha256-aes-256-gcm',
  keyDigits: 130,
  keyBytes: 65,
  nonceBytes: 12,
  info: 'ecdsa_encryption',
  publicKeyOf,
  sharedSecret: (privateKey, publicKey) =>
    secp256k1.getSharedSecret(privateKey, publicKey, true).subarray(1),
  aead: (key, nonce) => gcm(key, nonce),
  drawClientKey(randomBytes) {
    const privateKey = randomBytes(32)
    return { publicKey: bytesToHex(publicKeyOf(privateKey)), privateKey }
  },
  recipientOf: (clientKey) => clientKey,
})

function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return secp256k1.getPublicKey(privateKey, false)
}
