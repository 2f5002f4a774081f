import { gzipSync } from 'fflate'
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js'
import { bytesToBase64 } from '../bytes/bytes-to-base64.ts'
import { parseHex, utf8ToBytes } from '../bytes/bytes.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { sealChutesMessage } from './chutes-cipher.ts'
import { answerKeyMember, chutesBytes, chutesInfo } from './chutes-names.ts'

export interface SealedChutesRequest {
  readonly body: Uint8Array
  /** ML-KEM-768: opens the answer, and nothing else. */
  readonly answerKey: Uint8Array
}

interface SealChutesInput {
  readonly request: JsonObject
  /** ML-KEM-768 key out of judged evidence, lowercase hex. */
  readonly recipient: string
  /** Cryptographic randomness of the platform. */
  readonly randomBytes: (length: number) => Uint8Array
}

/**
 * All of a request, encrypted to an instance, with a key for its answer that nobody else gets to see.
 * @throws {FormatError} HEX_MALFORMED, E2EE_MALFORMED
 */
export function sealChutesRequest({
  request,
  recipient,
  randomBytes,
}: SealChutesInput): SealedChutesRequest {
  const { publicKey, secretKey } = ml_kem768.keygen(randomBytes(chutesBytes.seed))
  const text = JSON.stringify({ ...request, [answerKeyMember]: bytesToBase64(publicKey) })
  return {
    body: sealChutesMessage(gzipSync(utf8ToBytes(text), { mtime: 0 }), {
      publicKey: parseHex(recipient, chutesBytes.publicKey),
      info: chutesInfo.request,
      entropy: randomBytes(chutesBytes.entropy),
      nonce: randomBytes(12),
    }),
    answerKey: secretKey,
  }
}
