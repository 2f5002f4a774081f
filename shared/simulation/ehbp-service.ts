import { x25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, joinBytes, parseHex } from '../bytes/bytes.ts'
import { answerCipher } from '../ehbp/answer-cipher.ts'
import { exportedBytes, type EhbpExchangeSecret } from '../ehbp/ehbp-exchange-secret.ts'
import { ehbpNames } from '../ehbp/ehbp-names.ts'
import { createFrameReader } from '../ehbp/frame-reader.ts'
import { hpkeSuite } from '../ehbp/hpke-suite.ts'
import { writeFrame } from '../ehbp/write-frame.ts'

/** An enclave's half of the encryption of whole bodies. */
export interface EhbpService {
  /** 64 lowercase hex digits. */
  readonly publicKey: string
  /** @throws {Error} for what was not encrypted to this key */
  openRequest(
    body: Uint8Array,
    encapsulatedKey: string,
  ): Promise<{ readonly body: Uint8Array; readonly secret: EhbpExchangeSecret }>
}

/** @param privateKey 32 bytes */
export async function createEhbpService(privateKey: Uint8Array): Promise<EhbpService> {
  const recipientKey = await hpkeSuite.kem.deserializePrivateKey(privateKey)
  return {
    publicKey: bytesToHex(x25519.getPublicKey(privateKey)),
    async openRequest(body, encapsulatedKey) {
      const enc = parseHex(encapsulatedKey, 32)
      const info = ehbpNames.requestInfo
      const recipient = await hpkeSuite.createRecipientContext({ recipientKey, enc, info })
      const reader = createFrameReader()
      const opened: Uint8Array[] = []
      for (const frame of reader.read(body).ciphertexts) {
        opened.push(new Uint8Array(await recipient.open(frame)))
      }
      reader.end()
      const exported = await recipient.export(ehbpNames.responseSecret, exportedBytes)
      return {
        body: joinBytes(opened),
        secret: { encapsulatedKey: enc, exported: new Uint8Array(exported) },
      }
    },
  }
}

/** Encrypts an answer piece by piece: each becomes a frame. */
export function sealEhbpAnswer(
  secret: EhbpExchangeSecret,
  responseNonce: Uint8Array,
): (piece: Uint8Array) => Uint8Array {
  const cipher = answerCipher(secret, responseNonce)
  return (piece) => writeFrame(cipher.seal(piece))
}
