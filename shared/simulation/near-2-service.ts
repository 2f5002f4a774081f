import { ed25519 } from '@noble/curves/ed25519.js'
import { parseHex } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { mapSealed } from '../e2ee/map-sealed.ts'
import { readsAsArray } from '../e2ee/reads-as-array.ts'
import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { openNearField, sealNearField } from '../near/near-cipher.ts'
import { nearFields } from '../near/near-fields.ts'

/** A host's half of the encryption of fields. */
export interface NearService {
  /** The request in clear. @throws {FormatError} E2EE_MALFORMED for content that is not encrypted to this host */
  open(request: JsonObject): JsonObject
  /** Encrypts the fields of an answer, or of a chunk of one. @param clientKey Ed25519, 64 lowercase hex digits */
  seal(answer: JsonObject, clientKey: string): JsonObject
}

/** @param seed of the host's Ed25519 key, 32 bytes */
export function createNearService(
  seed: Uint8Array,
  randomBytes: (length: number) => Uint8Array,
): NearService {
  const privateKey = ed25519.utils.toMontgomerySecret(seed)

  return {
    open: (request) =>
      mapSealed(request, nearFields.request(request), (value, path) =>
        openField(value, path, privateKey),
      ) as JsonObject,
    seal(answer, clientKey) {
      const recipientKey = ed25519.utils.toMontgomery(parseHex(clientKey, 32))
      const form = 'delta' in first(answer) ? nearFields.chunk : nearFields.answer
      const seal = (value: Json) =>
        typeof value !== 'string' || value === ''
          ? value
          : sealNearField(value, {
              recipientKey,
              ephemeralKey: randomBytes(32),
              nonce: randomBytes(24),
            })
      return mapSealed(answer, { members: { choices: form.choices } }, seal) as JsonObject
    },
  }
}

/** All but content is taken as it is where it does not open, as hosts take it. */
function openField(value: Json, path: string, privateKey: Uint8Array): Json {
  if (typeof value !== 'string' || value === '') return value
  try {
    const opened = openNearField(value, privateKey)
    const isJson = path.endsWith('.parameters')
    const isParts = path.endsWith('.content') && readsAsArray(opened)
    return isJson || isParts ? (JSON.parse(opened) as Json) : opened
  } catch (error) {
    if (!(error instanceof FormatError) || path.endsWith('.content')) throw error
    return value
  }
}

function first({ choices }: JsonObject): object {
  const [choice = {}] = Array.isArray(choices) ? (choices as readonly Json[]) : []
  return choice as object
}
