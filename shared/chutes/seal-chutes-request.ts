import { gzipSync } from 'fflate'
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js'
import { bytesToBase64 } from '../bytes/bytes-to-base64.ts'
import { concatBytes, parseHex, utf8ToBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import { sealChutesMessage } from './chutes-cipher.ts'
import { answerKeyMember, chutesBytes, chutesInfo } from './chutes-names.ts'

export interface SealedChutesRequest {
  readonly body: Uint8Array
  /** ML-KEM-768: opens the answer, and nothing else. */
  readonly answerKey: Uint8Array
}

interface SealChutesInput {
  /** ML-KEM-768 key out of judged evidence, lowercase hex. */
  readonly recipient: string
  /** Cryptographic randomness of the platform. */
  readonly randomBytes: (length: number) => Uint8Array
}

/**
 * All of a request, JSON text of an object, encrypted to an instance, with a key for its answer that nobody else gets to see.
 * @throws {FormatError} HEX_MALFORMED, E2EE_MALFORMED, JSON_*
 */
export function sealChutesRequest(
  request: Uint8Array,
  { recipient, randomBytes }: SealChutesInput,
): SealedChutesRequest {
  const { publicKey, secretKey } = ml_kem768.keygen(randomBytes(chutesBytes.seed))
  const withKey = withAnswerKey(request, bytesToBase64(publicKey))
  return {
    body: sealChutesMessage(gzipSync(withKey, { mtime: 0 }), {
      publicKey: parseHex(recipient, chutesBytes.publicKey),
      info: chutesInfo.request,
      entropy: randomBytes(chutesBytes.entropy),
      nonce: randomBytes(12),
    }),
    answerKey: secretKey,
  }
}

/** With a last member more; every other byte stays as it was. */
function withAnswerKey(request: Uint8Array, key: string): Uint8Array {
  const { members } = parseJsonObject(request)
  if (members.some((member) => member.key === answerKeyMember)) {
    throw new FormatError('E2EE_MALFORMED', encryptionProblems.answerKeyTwice)
  }
  const end = members.at(-1)?.valueEnd ?? request.indexOf(openBrace) + 1
  const comma = members.length === 0 ? '' : ','
  return concatBytes(
    request.subarray(0, end),
    utf8ToBytes(`${comma}"${answerKeyMember}":"${key}"`),
    request.subarray(end),
  )
}

const openBrace = 0x7b
