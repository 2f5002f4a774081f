import { joinBytes, parseHex } from '../bytes/bytes.ts'
import { exportedBytes, type EhbpExchangeSecret } from './ehbp-exchange-secret.ts'
import { ehbpNames } from './ehbp-names.ts'
import { hpkeSuite } from './hpke-suite.ts'
import { writeFrame } from './write-frame.ts'

export interface SealedEhbpRequest {
  readonly body: Uint8Array
  readonly secret: EhbpExchangeSecret
}

/** Most bytes in clear of one frame. */
const frameBytes = 8 * 1024

interface SealEhbpInput {
  /** Public X25519 key out of judged evidence, 64 lowercase hex digits. */
  readonly recipient: string
  /** 32 random bytes, drawn for this request alone. */
  readonly entropy: Uint8Array
}

/** A whole body, encrypted to the key of an enclave. @throws {FormatError} HEX_MALFORMED */
export async function sealEhbpRequest(
  body: Uint8Array,
  { recipient, entropy }: SealEhbpInput,
): Promise<SealedEhbpRequest> {
  const { kem } = hpkeSuite
  const sender = await hpkeSuite.createSenderContext({
    recipientPublicKey: await kem.deserializePublicKey(parseHex(recipient, 32)),
    ekm: await kem.deriveKeyPair(entropy),
    info: ehbpNames.requestInfo,
  })
  const frames: Uint8Array[] = []
  for (let at = 0; at < body.length; at += frameBytes) {
    const sealed = await sender.seal(body.subarray(at, at + frameBytes))
    frames.push(writeFrame(new Uint8Array(sealed)))
  }
  return {
    body: joinBytes(frames),
    secret: {
      encapsulatedKey: new Uint8Array(sender.enc),
      exported: new Uint8Array(await sender.export(ehbpNames.responseSecret, exportedBytes)),
    },
  }
}
