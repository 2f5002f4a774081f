import { gcm } from '@noble/ciphers/aes.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '../bytes/bytes.ts'
import type { EhbpExchangeSecret } from './ehbp-exchange-secret.ts'

/** Encrypts, or decrypts, the frames of one answer in their order: each has its number in its nonce. */
export interface AnswerCipher {
  seal(plaintext: Uint8Array): Uint8Array
  /** @throws {Error} for what was not encrypted so, as the frame of this number */
  open(ciphertext: Uint8Array): Uint8Array
}

/** @param responseNonce 32 bytes, which the enclave drew */
export function answerCipher(
  { encapsulatedKey, exported }: EhbpExchangeSecret,
  responseNonce: Uint8Array,
): AnswerCipher {
  const prk = extract(sha256, exported, concatBytes(encapsulatedKey, responseNonce))
  const key = expand(sha256, prk, utf8ToBytes('key'), 32)
  const base = expand(sha256, prk, utf8ToBytes('nonce'), 12)
  let number = 0

  function next() {
    const nonce = base.slice()
    const low = new DataView(nonce.buffer)
    // No answer has 2³² frames.
    low.setUint32(8, low.getUint32(8) ^ number)
    number += 1
    return gcm(key, nonce)
  }

  return {
    seal: (plaintext) => next().encrypt(plaintext),
    open: (ciphertext) => next().decrypt(ciphertext),
  }
}
