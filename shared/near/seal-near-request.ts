import { utf8ToBytes } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import type { AnswerOpener } from '../e2ee/e2ee-client.ts'
import { mapSealed } from '../e2ee/map-sealed.ts'
import { readsAsArray } from '../e2ee/reads-as-array.ts'
import { withoutTraces } from '../e2ee/request-content.ts'
import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import type { DrawBytes } from './field-cipher.ts'
import type { FieldScheme } from './field-scheme.ts'
import { openNearAnswer } from './open-near-answer.ts'

interface SealNearInput {
  /** An OpenAI chat whose `model` is the name at the host. */
  readonly request: JsonObject
  /** Key out of judged evidence, lowercase hex. */
  readonly recipient: string
  readonly randomBytes: DrawBytes
}

export interface SealedNearRequest {
  /** JSON text. */
  readonly body: Uint8Array
  /** Lowercase hex: the answer is encrypted to it. */
  readonly clientKey: string
  readonly opener: AnswerOpener
}

/**
 * A chat whose fields are encrypted to a host of NEAR's, each with a key of its own.
 * @throws {FormatError} E2EE_MALFORMED for a field that cannot be encrypted; HEX_MALFORMED
 */
export function sealNearRequest(
  scheme: FieldScheme,
  { request, recipient, randomBytes }: SealNearInput,
): SealedNearRequest {
  const { cipher } = scheme
  const seal = (value: Json, path: string): Json => {
    const text = textOf(value, path)
    return text === '' ? text : cipher.seal(text, recipient, randomBytes)
  }
  const whole = withoutTraces(request)
  refuseUnknownMessages(whole)
  const sealed = mapSealed(whole, scheme.request(whole), seal) as JsonObject
  const { publicKey, privateKey } = cipher.drawClientKey(randomBytes)
  return {
    body: utf8ToBytes(JSON.stringify(scheme.streams ? { ...sealed, stream: true } : sealed)),
    clientKey: publicKey,
    opener: openNearAnswer(scheme, request, privateKey),
  }
}

/** What is no list of messages would not be encrypted. */
function refuseUnknownMessages({ messages }: JsonObject): void {
  const isKnown = Array.isArray(messages) && messages.every(isJsonObject)
  if (!isKnown) {
    throw new FormatError('E2EE_MALFORMED', encryptionProblems.noMessages, '/messages')
  }
}

/** Members whose JSON text is encrypted where they are no text: a host reads it again. */
const asJson = /\.(?:content|parameters)$/

function textOf(value: Json, path: string): string {
  if (typeof value === 'string') {
    // A host would take such a text for parts.
    const isMistakable = path.endsWith('.content') && readsAsArray(value)
    return isMistakable ? JSON.stringify([{ type: 'text', text: value }]) : value.toWellFormed()
  }
  if (typeof value === 'object' && asJson.test(path)) return JSON.stringify(value)
  throw new FormatError('E2EE_MALFORMED', encryptionProblems.cannotEncrypt(path))
}
