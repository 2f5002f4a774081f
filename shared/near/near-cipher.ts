import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, parseHex, parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'

const info = utf8ToBytes('ed25519_encryption')
const keyBytes = 32
const nonceBytes = 24
const tagBytes = 16

export interface NearSealing {
  /** X25519, 32 bytes. */
  readonly recipientKey: Uint8Array
  /** 32 bytes, fresh for every field. */
  readonly ephemeralKey: Uint8Array
  /** 24 bytes, fresh for every field. */
  readonly nonce: Uint8Array
}

/** One encrypted field: hex of ephemeral key ‖ nonce ‖ ciphertext ‖ tag (PROTOCOL.md §12.4). */
export function sealNearField(
  plaintext: string,
  { recipientKey, ephemeralKey, nonce }: NearSealing,
): string {
  const cipher = xchacha20poly1305(fieldKey(ephemeralKey, recipientKey), nonce)
  const sealed = cipher.encrypt(utf8ToBytes(plaintext))
  return bytesToHex(concatBytes(x25519.getPublicKey(ephemeralKey), nonce, sealed))
}

/**
 * @param privateKey X25519, 32 bytes
 * @throws {FormatError} E2EE_MALFORMED for what is not a field encrypted to this key
 */
export function openNearField(value: string, privateKey: Uint8Array): string {
  try {
    const bytes = parseHex(value)
    if (bytes.length < keyBytes + nonceBytes + tagBytes) throw unreadable()
    const key = fieldKey(privateKey, bytes.subarray(0, keyBytes))
    const cipher = xchacha20poly1305(key, bytes.subarray(keyBytes, keyBytes + nonceBytes))
    return parseUtf8(cipher.decrypt(bytes.subarray(keyBytes + nonceBytes)))
  } catch {
    throw unreadable()
  }
}

/** Whether it has the form of an encrypted field, of an empty text at least. */
export function isNearField(value: string): boolean {
  return value.length >= 2 * (keyBytes + nonceBytes + tagBytes) && /^(?:[0-9a-f]{2})+$/.test(value)
}

function fieldKey(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return hkdf(sha256, x25519.getSharedSecret(privateKey, publicKey), undefined, info, keyBytes)
}

function unreadable(): FormatError {
  return new FormatError('E2EE_MALFORMED', 'a field is not encrypted to this key')
}
