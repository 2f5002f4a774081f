import { gzipSync } from 'fflate'
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js'
import { bytesToBase64 } from '../bytes/bytes-to-base64.ts'
import { utf8ToBytes } from '../bytes/bytes.ts'
import { parseEvidenceBase64 } from '../bytes/parse-evidence-base64.ts'
import {
  encapsulateTo,
  openChutesMessage,
  sealChutesFrame,
  sealChutesMessage,
} from '../chutes/chutes-cipher.ts'
import { answerKeyMember, chutesBytes, chutesInfo } from '../chutes/chutes-names.ts'
import { gunzipCapped } from '../chutes/gunzip-capped.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'

/** An instance's half of the encryption. */
export interface ChutesService {
  /** ML-KEM-768, Base64 as instances are listed. */
  readonly publicKey: string
  /** @throws {FormatError} for what was not encrypted to this instance */
  open(body: Uint8Array): OpenedChutesRequest
}

interface OpenedChutesRequest {
  readonly request: JsonObject
  /** A whole answer. */
  seal(text: string): Uint8Array
  /** Data of the events of a stream: what comes first, and what becomes of each line. */
  stream(): { readonly init: JsonObject; readonly seal: (line: string) => JsonObject }
}

const requestBytes = 32 * 1024 * 1024

/** @param seed 64 bytes */
export function createChutesService(
  seed: Uint8Array,
  randomBytes: (length: number) => Uint8Array,
): ChutesService {
  const { publicKey, secretKey } = ml_kem768.keygen(seed)
  return {
    publicKey: bytesToBase64(publicKey),
    open(body) {
      const text = gunzipCapped(
        openChutesMessage(body, secretKey, chutesInfo.request),
        requestBytes,
      )
      const { [answerKeyMember]: shown, ...request } = parseJsonObject(text).value
      if (typeof shown !== 'string') {
        throw new FormatError('E2EE_MALFORMED', encryptionProblems.noAnswerKey)
      }
      const answerKey = parseEvidenceBase64(shown, encryptionProblems.answerKey)
      const entropy = () => randomBytes(chutesBytes.entropy)
      const nonce = () => randomBytes(12)
      return {
        request,
        seal: (answer) =>
          sealChutesMessage(gzipSync(utf8ToBytes(answer)), {
            publicKey: answerKey,
            info: chutesInfo.answer,
            entropy: entropy(),
            nonce: nonce(),
          }),
        stream() {
          const { ciphertext, key } = encapsulateTo(answerKey, chutesInfo.stream, entropy())
          const seal = (line: string) => sealChutesFrame(utf8ToBytes(line), key, nonce())
          return {
            init: { e2e_init: bytesToBase64(ciphertext) },
            seal: (line) => ({ e2e: bytesToBase64(seal(line)) }),
          }
        },
      }
    },
  }
}
