import { gcm } from '@noble/ciphers/aes.js'
import { bytesToHex } from '../bytes/bytes.ts'
import { secp256k1Agreement } from '../e2ee/key-agreements.ts'
import { fieldCipher } from './field-cipher.ts'

/** To the key on secp256k1 of a host that is met through Venice (PROTOCOL.md §12.5). Public keys are points in full: 65 bytes. */
export const veniceCipher = fieldCipher({
  algo: 'secp256k1-hkdf-sha256-aes-256-gcm',
  keyDigits: 130,
  keyBytes: 65,
  nonceBytes: 12,
  info: 'ecdsa_encryption',
  ...secp256k1Agreement,
  aead: (key, nonce) => gcm(key, nonce),
  drawClientKey(randomBytes) {
    const privateKey = randomBytes(32)
    return { publicKey: bytesToHex(secp256k1Agreement.publicKeyOf(privateKey)), privateKey }
  },
  recipientOf: (clientKey) => clientKey,
})
