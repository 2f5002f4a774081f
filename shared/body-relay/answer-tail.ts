import { concatBytes, utf8ToBytes } from '../bytes/bytes.ts'

/** A length that no frame has: what follows is the gateway's, and not the enclave's. */
export const tailMark = 0xffff_ffff

/** What a gateway writes behind the enclave's last frame: the mark, then `svc` as JSON text. */
export function answerTail(svcText: string): Uint8Array {
  return concatBytes(Uint8Array.of(255, 255, 255, 255), utf8ToBytes(svcText))
}
