import { gcm } from '@noble/ciphers/aes.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, parseHex, parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import type { Suite } from './suite.ts'

const ivBytes = 12
const tagBytes = 16

export interface Sealing {
  readonly suite: Suite
  readonly recipientKey: Uint8Array
  /** 32 bytes, fresh for every field. */
  readonly ephemeralKey: Uint8Array
  /** 12 bytes. */
  readonly iv: Uint8Array
  readonly associatedData: string
}

/** One encrypted field: hex of ephemeral key ‖ iv ‖ ciphertext ‖ tag (PROTOCOL.md §7.1). */
export function sealField(plaintext: string, sealing: Sealing): string {
  const { suite, recipientKey, ephemeralKey, iv, associatedData } = sealing
  const key = fieldKey(suite, suite.sharedSecret(ephemeralKey, recipientKey))
  const sealed = gcm(key, iv, utf8ToBytes(associatedData)).encrypt(utf8ToBytes(plaintext))
  return bytesToHex(concatBytes(suite.publicKeyOf(ephemeralKey), iv, sealed))
}

export interface FieldOpening {
  readonly suite: Suite
  readonly privateKey: Uint8Array
  readonly associatedData: string
}

/**
 * @throws {FormatError} E2EE_MALFORMED for what is not a field encrypted to this key under these
 * associated data; lowercase hex is the only form that counts
 */
export function openField(
  value: string,
  { suite, privateKey, associatedData }: FieldOpening,
): string {
  try {
    const bytes = parseHex(value)
    const { publicKeyBytes: head } = suite
    if (bytes.length < head + ivBytes + tagBytes) throw unreadable()
    const key = fieldKey(suite, suite.sharedSecret(privateKey, bytes.subarray(0, head)))
    const iv = bytes.subarray(head, head + ivBytes)
    const sealed = bytes.subarray(head + ivBytes)
    return parseUtf8(gcm(key, iv, utf8ToBytes(associatedData)).decrypt(sealed))
  } catch {
    throw unreadable()
  }
}

function fieldKey({ info }: Suite, secret: Uint8Array): Uint8Array {
  return hkdf(sha256, secret, undefined, utf8ToBytes(info), 32)
}

function unreadable(): FormatError {
  return new FormatError('E2EE_MALFORMED', encryptionProblems.fieldOtherKey)
}
