import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, joinBytes, parseHex } from '../bytes/bytes.ts'
import type { Digest } from '../digest.ts'
import { FormatError } from '../errors.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import { answerCipher, type AnswerCipher } from './answer-cipher.ts'
import type { EhbpExchangeSecret } from './ehbp-exchange-secret.ts'
import { createFrameReader } from './frame-reader.ts'

/** An answer that comes in pieces, opened: whoever wrote it could open the request. */
export interface EhbpAnswerOpener {
  /** What is whole by then, perhaps nothing. @throws {FormatError} E2EE_MALFORMED */
  open(piece: Uint8Array): Uint8Array
  /**
   * The body ended. An end between two frames is none that the protocol knows: that the answer is whole is for its reader to
   * find, by `[DONE]` or by JSON that ends. @throws {FormatError} E2EE_MALFORMED
   */
  end(): EhbpAnswerEnd
}

interface EhbpAnswerEnd {
  /** Of the enclave's bytes as they travelled. */
  readonly digest: Digest
  /** What a gateway wrote behind them; empty where none did. */
  readonly tail: Uint8Array
}

/**
 * @param responseNonce the header that came with the answer
 * @throws {FormatError} E2EE_MALFORMED when there is none: an answer in clear is nobody's
 */
export function openEhbpAnswer(
  secret: EhbpExchangeSecret,
  responseNonce: string | null,
): EhbpAnswerOpener {
  if (responseNonce === null || !/^[0-9a-f]{64}$/.test(responseNonce)) {
    throw new FormatError('E2EE_MALFORMED', encryptionProblems.answerInClear)
  }
  const cipher = answerCipher(secret, parseHex(responseNonce))
  const reader = createFrameReader()
  const hash = sha256.create()
  return {
    open(piece) {
      const { ciphertexts, bytes } = reader.read(piece)
      hash.update(bytes)
      return joinBytes(ciphertexts.map((frame) => openFrame(frame, cipher)))
    },
    end() {
      const tail = reader.end()
      return { digest: bytesToHex(hash.digest()) as Digest, tail }
    },
  }
}

function openFrame(frame: Uint8Array, cipher: AnswerCipher): Uint8Array {
  try {
    return cipher.open(frame)
  } catch (cause) {
    throw new FormatError('E2EE_MALFORMED', encryptionProblems.frameOfOther, '', {
      cause,
    })
  }
}
