import { utf8ToBytes } from '../bytes/bytes.ts'

/** What each key is derived for (PROTOCOL.md §12.6). */
export const chutesInfo = {
  request: utf8ToBytes('e2e-req-v1'),
  answer: utf8ToBytes('e2e-resp-v1'),
  stream: utf8ToBytes('e2e-stream-v1'),
} as const

/** ML-KEM-768, in bytes. */
export const chutesBytes = { publicKey: 1184, ciphertext: 1088, seed: 64, entropy: 32 } as const

/** Member of a request that holds the key to encrypt the answer to, Base64. */
export const answerKeyMember = 'e2e_response_pk'
