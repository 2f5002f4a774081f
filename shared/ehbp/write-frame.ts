import { concatBytes } from '../bytes/bytes.ts'

/** One frame of a body: the length of the ciphertext, four bytes, the greatest first; then the ciphertext. */
export function writeFrame(ciphertext: Uint8Array): Uint8Array {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, ciphertext.length)
  return concatBytes(length, ciphertext)
}
