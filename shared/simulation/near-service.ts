import type { Json } from '../canonical-json.ts'
import { mapSealed } from '../e2ee/map-sealed.ts'
import { readsAsArray } from '../e2ee/reads-as-array.ts'
import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { DrawBytes } from '../near/field-cipher.ts'
import type { FieldScheme } from '../near/field-scheme.ts'
import { nearFields } from '../near/near-fields.ts'

/** A host's half of the encryption of fields. */
export interface NearService {
  /** The request in clear. @throws {FormatError} E2EE_MALFORMED for content that is not encrypted to this host */
  open(request: JsonObject): JsonObject
  /** Encrypts the fields of an answer, or of a chunk of one. @param clientKey lowercase hex */
  seal(answer: JsonObject, clientKey: string): JsonObject
}

/** @param privateKey of the host, 32 bytes */
export function createNearService(
  { cipher, request: fieldsOf }: FieldScheme,
  privateKey: Uint8Array,
  randomBytes: DrawBytes,
): NearService {
  return {
    open: (request) =>
      mapSealed(request, fieldsOf(request), (value, path) =>
        openField(value, path, (text) => cipher.open(text, privateKey)),
      ) as JsonObject,
    seal(answer, clientKey) {
      const recipient = cipher.recipientOf(clientKey)
      const form = 'delta' in first(answer) ? nearFields.chunk : nearFields.answer
      const seal = (value: Json) =>
        typeof value !== 'string' || value === ''
          ? value
          : cipher.seal(value, recipient, randomBytes)
      return mapSealed(answer, { members: { choices: form.choices } }, seal) as JsonObject
    },
  }
}

/** All but content is taken as it is where it does not open, as hosts take it. */
function openField(value: Json, path: string, open: (text: string) => string): Json {
  if (typeof value !== 'string' || value === '') return value
  try {
    const opened = open(value)
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
