import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js'
import { concatBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import { chutesBytes } from './chutes-names.ts'

const saltBytes = 16
const keyBytes = 32
const nonceBytes = 12

interface ChutesSealing {
  /** ML-KEM-768, 1,184 bytes. */
  readonly publicKey: Uint8Array
  readonly info: Uint8Array
  /** 32 bytes, fresh for every message. */
  readonly entropy: Uint8Array
  /** 12 bytes, fresh for every message. */
  readonly nonce: Uint8Array
}

/** One message: encapsulated key ‖ nonce ‖ ciphertext ‖ tag. @throws {FormatError} E2EE_MALFORMED for a key that is none */
export function sealChutesMessage(
  plaintext: Uint8Array,
  { publicKey, info, entropy, nonce }: ChutesSealing,
): Uint8Array {
  const { ciphertext, key } = encapsulateTo(publicKey, info, entropy)
  return concatBytes(ciphertext, sealChutesFrame(plaintext, key, nonce))
}

/** @param secretKey ML-KEM-768 @throws {FormatError} E2EE_MALFORMED for what was not encrypted to it */
export function openChutesMessage(
  message: Uint8Array,
  secretKey: Uint8Array,
  info: Uint8Array,
): Uint8Array {
  const { ciphertext: length } = chutesBytes
  const key = decapsulate(message.subarray(0, length), secretKey, info)
  return openChutesFrame(message.subarray(length), key)
}

/** The key of a stream, and what its reader needs to have it. @throws {FormatError} E2EE_MALFORMED for a key that is none */
export function encapsulateTo(publicKey: Uint8Array, info: Uint8Array, entropy: Uint8Array) {
  try {
    const { cipherText: ciphertext, sharedSecret } = ml_kem768.encapsulate(publicKey, entropy)
    return { ciphertext, key: derive(sharedSecret, ciphertext, info) }
  } catch (cause) {
    throw malformed(encryptionProblems.noMlKemKey, cause)
  }
}

/** @throws {FormatError} E2EE_MALFORMED for what is too short; what was encapsulated to another key gives another key */
export function decapsulate(
  ciphertext: Uint8Array,
  secretKey: Uint8Array,
  info: Uint8Array,
): Uint8Array {
  try {
    return derive(ml_kem768.decapsulate(ciphertext, secretKey), ciphertext, info)
  } catch (cause) {
    throw malformed(encryptionProblems.noEncapsulatedKey, cause)
  }
}

/** Nonce ‖ ciphertext ‖ tag. */
export function sealChutesFrame(
  plaintext: Uint8Array,
  key: Uint8Array,
  nonce: Uint8Array,
): Uint8Array {
  return concatBytes(nonce, chacha20poly1305(key, nonce).encrypt(plaintext))
}

/** @throws {FormatError} E2EE_MALFORMED */
export function openChutesFrame(frame: Uint8Array, key: Uint8Array): Uint8Array {
  try {
    const cipher = chacha20poly1305(key, frame.subarray(0, nonceBytes))
    return cipher.decrypt(frame.subarray(nonceBytes))
  } catch (cause) {
    throw malformed(encryptionProblems.otherKey, cause)
  }
}

function derive(secret: Uint8Array, ciphertext: Uint8Array, info: Uint8Array): Uint8Array {
  return hkdf(sha256, secret, ciphertext.subarray(0, saltBytes), info, keyBytes)
}

function malformed(message: string, cause: unknown): FormatError {
  return new FormatError('E2EE_MALFORMED', message, '', { cause })
}
