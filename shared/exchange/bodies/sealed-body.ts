import type { EnclaveEndpoint } from '../../aci/endpoints.ts'
import type { Digest } from '../../digest.ts'
import type { AnswerOpener } from '../../e2ee/e2ee-client.ts'
import type { JsonObject } from '../../json/parse-json-object.ts'

/** One request that was encrypted to an enclave, and the means to read its answer. */
export interface SealedBody {
  /** What travels beside it. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** What of an answer is encrypted: in what opened as a whole, nothing that cannot be read was in clear. */
  readonly covers: 'all' | 'fields'
  /** @param responseNonce a header of the answer, or null @throws {FormatError} E2EE_MALFORMED */
  readonly read: (responseNonce: string | null) => BodyReader
  /** Reads what the reader hands on. */
  readonly opener: AnswerOpener
}

/** The enclave's bytes of an answer that comes in pieces. */
export interface BodyReader {
  /** What may be read by then, perhaps nothing. @throws {FormatError} E2EE_MALFORMED */
  open(piece: Uint8Array): Uint8Array
  /** @throws {FormatError} E2EE_MALFORMED */
  end(): BodyEnd & {
    /** What may be read once all is here; left out where nothing waited for the end. */
    readonly rest?: Uint8Array
  }
}

export interface BodyEnd {
  /** Of the enclave's bytes as they travelled. */
  readonly digest: Digest
  /** What a gateway wrote behind them; empty where none did. */
  readonly tail: Uint8Array
}

export interface SealBodyInput {
  /** Under the enclave's own name of the model. */
  readonly request: JsonObject
  readonly endpoint: EnclaveEndpoint
  /** Key out of judged evidence, lowercase hex. */
  readonly recipient: string
  /** Cryptographic randomness of the platform. */
  readonly randomBytes: (length: number) => Uint8Array
}
