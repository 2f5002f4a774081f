import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, parseHex } from '../bytes/bytes.ts'
import { x25519Agreement } from '../e2ee/key-agreements.ts'
import { fieldCipher } from './field-cipher.ts'

/** To the Ed25519 key of a host, taken to X25519 (PROTOCOL.md §12.4). A client's key is an Ed25519 key, too. */
export const nearCipher = fieldCipher({
  algo: 'x25519-hkdf-sha256-xchacha20-poly1305',
  keyDigits: 64,
  keyBytes: 32,
  nonceBytes: 24,
  info: 'ed25519_encryption',
  ...x25519Agreement,
  aead: (key, nonce) => xchacha20poly1305(key, nonce),
  drawClientKey(randomBytes) {
    const seed = randomBytes(32)
    return {
      publicKey: bytesToHex(ed25519.getPublicKey(seed)),
      privateKey: ed25519.utils.toMontgomerySecret(seed),
    }
  },
  recipientOf: (clientKey) => bytesToHex(ed25519.utils.toMontgomery(parseHex(clientKey, 32))),
})
