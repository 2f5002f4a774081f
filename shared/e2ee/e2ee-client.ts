import type { EnclaveEndpoint } from '../aci/endpoints.ts'
import type { Json } from '../canonical-json.ts'
import type { Digest } from '../digest.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { SealedForm } from './sealed-form.ts'

/** A key of an attested keyset to encrypt to. */
export interface ServiceKey {
  readonly algo: string
  /** Lowercase hex. */
  readonly publicKey: string
}

export interface SealInput {
  /** What the enclave is asked; `chat` where it is left out. */
  readonly endpoint?: EnclaveEndpoint
  /** An OpenAI request whose `model` is the name at the enclave. */
  readonly request: JsonObject
  /** What `model` says on the wire where a gateway replaces it by the enclave's name. */
  readonly outerModel?: string
  readonly serviceKey: ServiceKey
  /** Unix seconds of now. */
  readonly timestamp: number
  /** Cryptographic randomness of the platform. */
  readonly randomBytes: (length: number) => Uint8Array
}

/** How the answer to one request is opened. */
export interface AnswerOpener {
  readonly form: SealedForm
  /** How many choices, or vectors, it asks for: an answer has no more. */
  readonly asked: number
  /**
   * JSON text of a buffered answer, opened.
   * @throws {FormatError} E2EE_MALFORMED, JSON_*
   */
  openBuffered(body: Uint8Array): OpenedAnswer
  /**
   * One server-sent event, opened. Events without JSON data come back as they are.
   * @throws {FormatError} E2EE_MALFORMED, JSON_*
   */
  openEvent(event: Uint8Array): OpenedEvent
}

/** One request ready to go out, and the means to read its answer. */
export interface SealedRequest extends AnswerOpener {
  /** The five `X-E2EE-*` and key headers. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
  /** The part of the text that a gateway commits to: `messages`, or `{"input"}`. */
  readonly wirePrompt: Json
  /** What `request.received` of the enclave's receipt must be. */
  readonly restoredDigest: Digest
}

interface OpenedAnswer {
  readonly text: string
  readonly value: JsonObject
}

export interface OpenedEvent {
  readonly bytes: Uint8Array
  /** The opened chunk, or null for `[DONE]`, comments and the like. */
  readonly chunk: JsonObject | null
}

/** One version of end-to-end encryption. Another version is another implementation of this. */
export interface E2eeClient {
  /** As `supported_e2ee_versions` and `X-E2EE-Version` write it. */
  readonly version: string
  /** @throws {FormatError} JSON_NOT_CANONICALIZABLE, E2EE_MALFORMED */
  sealRequest(input: SealInput): SealedRequest
  /** The same, a message a step: each takes a key exchange, and others may have a turn between two. */
  sealInSteps(input: SealInput): Generator<void, SealedRequest, undefined>
}
