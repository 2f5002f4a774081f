import type { Digest } from '../digest.ts'

/** What a gateway commits to where all of a body is ciphertext. @param digest SHA-256 of the bytes as they travelled */
export function ciphertextValue(digest: Digest): { readonly ciphertext: Digest } {
  return { ciphertext: digest }
}
