import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, parseHex, parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'

/** Cryptographic randomness of the platform. */
export type DrawBytes = (length: number) => Uint8Array

/** How one field is encrypted, and to which keys. Fields and public keys are lowercase hex. */
export interface FieldCipher {
  /** Name of the cipher, as it is told beside a key. */
  readonly algo: string
  /** Length of a client's public key, and of the enclave's, in hex digits. */
  readonly keyDigits: number
  /** Hex of ephemeral key ‖ nonce ‖ ciphertext ‖ tag. @param recipient public key @throws {FormatError} HEX_MALFORMED */
  seal(plaintext: string, recipient: string, randomBytes: DrawBytes): string
  /** @throws {FormatError} E2EE_MALFORMED for what is not a field encrypted to this key */
  open(value: string, privateKey: Uint8Array): string
  /** Whether it has the form of an encrypted field, of an empty text at least. */
  isField(value: string): boolean
  /** A key of one request, which the answer is encrypted to. */
  drawClientKey(randomBytes: DrawBytes): ClientKey
  /** What is encrypted to, where a client shows this key. */
  recipientOf(clientKey: string): string
}

interface ClientKey {
  readonly publicKey: string
  readonly privateKey: Uint8Array
}

/** What the ciphers of fields differ in. Keys are bytes; a private key has 32. */
interface CipherParts extends Pick<
  FieldCipher,
  'algo' | 'keyDigits' | 'drawClientKey' | 'recipientOf'
> {
  /** Of an ephemeral key as it travels. */
  readonly keyBytes: number
  readonly nonceBytes: number
  /** Of HKDF, ASCII. */
  readonly info: string
  publicKeyOf(privateKey: Uint8Array): Uint8Array
  /** @throws {Error} for a key that is no point */
  sharedSecret(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array
  aead(key: Uint8Array, nonce: Uint8Array): Aead
}

interface Aead {
  encrypt(plaintext: Uint8Array): Uint8Array
  decrypt(sealed: Uint8Array): Uint8Array
}

const tagBytes = 16

export function fieldCipher(parts: CipherParts): FieldCipher {
  const { keyBytes, nonceBytes, algo, keyDigits, drawClientKey, recipientOf } = parts
  const shortest = keyBytes + nonceBytes + tagBytes
  const info = utf8ToBytes(parts.info)
  const keyFrom = (privateKey: Uint8Array, publicKey: Uint8Array) =>
    hkdf(sha256, parts.sharedSecret(privateKey, publicKey), undefined, info, 32)

  return {
    algo,
    keyDigits,
    drawClientKey,
    recipientOf,
    seal(plaintext, recipient, randomBytes) {
      const recipientKey = parseHex(recipient, keyBytes)
      const ephemeral = randomBytes(32)
      const nonce = randomBytes(nonceBytes)
      const sealed = parts.aead(keyFrom(ephemeral, recipientKey), nonce)
      return bytesToHex(
        concatBytes(parts.publicKeyOf(ephemeral), nonce, sealed.encrypt(utf8ToBytes(plaintext))),
      )
    },
    open(value, privateKey) {
      try {
        const bytes = parseHex(value)
        if (bytes.length < shortest) throw unreadable()
        const key = keyFrom(privateKey, bytes.subarray(0, keyBytes))
        const cipher = parts.aead(key, bytes.subarray(keyBytes, keyBytes + nonceBytes))
        return parseUtf8(cipher.decrypt(bytes.subarray(keyBytes + nonceBytes)))
      } catch {
        throw unreadable()
      }
    },
    isField: (value) => value.length >= 2 * shortest && /^(?:[0-9a-f]{2})+$/.test(value),
  }
}

function unreadable(): FormatError {
  return new FormatError('E2EE_MALFORMED', encryptionProblems.fieldOtherKey)
}
