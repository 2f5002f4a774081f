import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseNearSignature, type NearSignature } from '#shared/judge/provider/near-signature.ts'
import { readOrReason } from '#shared/read-or.ts'

interface ReadSignature {
  readonly signature: NearSignature
  /** Its four members, JSON text. */
  readonly text: string
}

/** @returns null where there is none; why it cannot be read, where that is so */
export function readSignature(bytes: Uint8Array | null): ReadSignature | string | null {
  if (bytes === null) return null
  return readOrReason(() => {
    const found = parseNearSignature(parseJsonObject(bytes).value)
    const { text, signature, signing_address, signing_algo } = found
    return {
      signature: found,
      text: JSON.stringify({ text, signature, signing_address, signing_algo }),
    }
  })
}
