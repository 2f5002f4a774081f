import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'

/** Whether it is what a gateway commits to where all of a body is ciphertext: of a request as of an answer. */
export function isCiphertextValue(value: Json): boolean {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return false
  const { ciphertext } = value
  return typeof ciphertext === 'string' && /^[0-9a-f]{64}$/.test(ciphertext)
}
