import { utf8ToBytes } from '../bytes/bytes.ts'

/** The protocol's own names, as they travel or are hashed. */
export const ehbpNames = {
  /** Header of a request: the encapsulated key, 64 lowercase hex digits. */
  encapsulatedKey: 'ehbp-encapsulated-key',
  /** Header of an answer: 32 random bytes, 64 lowercase hex digits. */
  responseNonce: 'ehbp-response-nonce',
  requestInfo: utf8ToBytes('ehbp request'),
  responseSecret: utf8ToBytes('ehbp response'),
  /** `type` of the problem document that says with status 422: this key is no key of this enclave. */
  keyMismatch: 'urn:ietf:params:ehbp:error:key-config',
} as const
