import type { ReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import type { EvidenceVerdict } from '#shared/attestation/kinds/judge-evidence.ts'
import type { MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import type { EnclaveEndpoint } from '#shared/aci/endpoints.ts'
import type { ProviderEvidence } from '#shared/document/provider-evidence.ts'
import type { BodyScheme } from '#shared/body-relay/body-scheme.ts'
import type { CheckId } from '#shared/claims.ts'
import type { ApiErrorCode } from '#shared/api-error.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { AciDigest } from '#shared/aci/parse-keyset.ts'
import type { EstablishedEnclave } from '#shared/aci/appraise-report.ts'
import type { DialectId } from '#shared/dialects/api-dialect.ts'
import type { SecondHop } from '#shared/aci/second-hop.ts'
import type { ServiceKey } from '#shared/e2ee/e2ee-client.ts'
import type { Digest } from '#shared/digest.ts'
import type { Mode, Verification } from '#shared/modes.ts'
import type { Verdict } from '#shared/verdict.ts'

/**
 * Does a piece of work on so many bytes. On many it waits until the piece before it is done and
 * others had a turn: however many large bodies there are, nobody waits for more than one piece.
 */
export type InTurn = <Result>(bytes: number, work: () => Result) => Result | Promise<Result>

export interface UpstreamRequest {
  /** The dialect of the body; the upstream speaks it. */
  readonly dialect: DialectId
  /** JSON text of the request, already under the upstream's own model name. */
  readonly body: Uint8Array
  readonly delivery: 'buffered' | 'streamed'
  /** `count`: how many tokens the request has, and no answer; left out for an answer. */
  readonly asks?: 'count'
}

export interface AnswerHead {
  readonly status: number
  /** Media type in lowercase, without parameters. */
  readonly mediaType: string
  /** The upstream's `retry-after`, as sent. */
  readonly retryAfter: string | null
  /**
   * When it is proven where the bytes come from: never, as each arrives (they come over a channel
   * that ends in the enclave), or only with the enclave's receipt at the end (PROTOCOL.md §10).
   */
  readonly provenance: 'none' | 'as-it-comes' | 'at-the-end'
  /** What an enclave says about the answer, for the relay to pass on; empty for others. */
  readonly hints: Readonly<Record<string, string>>
}

/** What the enclave itself signed about an answer. */
export interface EnclaveReceiptText {
  readonly id: string
  /** JSON text on one line. */
  readonly text: string
}

/** What is known about the enclave that answered, once its receipt has verified. */
export interface EnclaveProof {
  readonly providerId: string
  readonly measurement: Digest
  readonly verifiedBy: Verification
  /** Null where it signs no answers. */
  readonly receipt: EnclaveReceiptText | null
  /** Of the evidence that the gateway keeps; null where the enclave shows it to whoever asks. */
  readonly evidence: Digest | null
  /** Verified, by every check from the quote to the bytes of the answer. */
  readonly verdict: Verdict
  readonly secondHop: SecondHop
}

/** How a call ended without a whole answer. Never carries text from the upstream. */
export type UpstreamFailure =
  | {
      readonly kind: 'unreachable' | 'timeout' | 'broken' | 'too-long'
      /** The code of an error of Node, undici or OpenSSL, as in `ECONNREFUSED`, or `NOT_HTTP`. */
      readonly cause?: string
    }
  /** Nothing was sent, since this route cannot carry the request without showing it to somebody. */
  | {
      readonly kind: 'unsendable'
      readonly code: ApiErrorCode
      readonly message: string
      /** The request's member at fault, or null. */
      readonly param: string | null
    }
  /** The enclave could not be verified; `before` anything was sent to it, or `after` it answered. */
  | {
      readonly kind: 'unverified'
      readonly when: 'before' | 'after'
      readonly checks: readonly RefusedCheck[]
    }

/** What a call, and the body of its answer, throw; after abort, anything. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly failure: UpstreamFailure

  constructor(failure: UpstreamFailure, options?: ErrorOptions) {
    super(failure.kind, options)
    this.failure = failure
  }
}

/** An answer whose head has come. */
export interface UpstreamAnswer {
  readonly head: AnswerHead
  /**
   * What each read of the network brought, as one piece. It is pulled: who asks for no more holds the upstream back, and who
   * leaves before the end ends the call. @throws {CallFailed}
   */
  readonly body: AsyncIterable<Uint8Array>
  /** Pulled once the body has ended; null exactly when the head's provenance is `none`, or its status not 200. @throws {CallFailed} */
  readonly proof: (() => Promise<EnclaveProof>) | null
}

/** @param signal is aborted when nobody wants the answer any more @throws {CallFailed} */
export type Send = (signal: AbortSignal) => Promise<UpstreamAnswer>

export type Availability =
  | { readonly available: true }
  /** It failed a moment ago. Tried again now only when no other route is left. */
  | { readonly available: false; readonly kind: 'backing-off' }
  /** Nothing proves what runs there: it is never sent a request. */
  | {
      readonly available: false
      readonly kind: 'unverified'
      readonly checks: readonly RefusedCheck[]
    }

/** An encrypted request as the client made it; not one byte of it is changed but the model's name. */
export interface RelayRequest extends UpstreamRequest {
  /** The client's five headers of end-to-end encryption, by lowercase name. */
  readonly headers: Readonly<Record<string, string>>
  /** The key that the client encrypted to, lowercase hex. */
  readonly serviceKey: string
}

/** What an enclave showed of itself, and what was found of it. */
export interface AttestationShown {
  /** Null for an enclave that speaks ACI: it shows its evidence to whoever asks. */
  readonly evidence: ProviderEvidence | null
  readonly judged: EvidenceVerdict
  /** Checks that must pass beside those of its kind. */
  readonly beside: readonly CheckId[]
}

/** What was accepted beforehand of the programs in an enclave. */
export type Pinned =
  /** Machines by what they measure; none where its provider alone says what runs. */
  | { readonly by: 'machines'; readonly pins: readonly MachinePin[] }
  /** Whatever release this repository's owner signed last, as `owner/name`; when and from where it is known whose those are. */
  | {
      readonly by: 'release'
      readonly repository: string
      readonly at: string
      readonly source: string
    }
  | { readonly by: 'reference-values'; readonly values: ReferenceValues }

/** The enclave behind an upstream. */
export interface UpstreamEnclave {
  /** Resolves when the first attestation has ended, well or not. */
  warmUp(): Promise<void>
  /** Unix seconds of its last attestation; null while it is not verified. */
  verifiedAt(): number | null
  readonly isSimulated: boolean
  /** Whether what was measured fixes which programs run beside the model; else its provider claims it. */
  readonly programs: 'measured' | 'claimed'
  /** Whether it may hand a question on to another company's enclave. */
  mayForward(): boolean
  /** Null where no client encrypts to it over the relay. */
  readonly door: EnclaveDoor | null
  /** The same for clients whose bodies nobody may touch; null where it takes none. */
  readonly bodyDoor: BodyDoor | null
  readonly pinned: Pinned
  /** Whether NVIDIA's service is asked about its GPUs. */
  readonly asksNvidia: boolean
  /** Another attestation, for whoever wants to see all of it. @throws {EnclaveUnverified} for what cannot be had, or read */
  attest(): Promise<AttestationShown>
}

/** A body that a client encrypted to the enclave; not one byte of it is changed. */
export interface BodyRelayRequest {
  readonly endpoint: EnclaveEndpoint
  readonly delivery: UpstreamRequest['delivery']
  readonly body: Uint8Array
  /** What travels beside it, 64 lowercase hex digits: of EHBP the encapsulated key, else the key to encrypt the answer to; '' where that travels inside. */
  readonly clientKey: string
  /** The enclave's key that it was encrypted to, lowercase hex; null where the client does not say. */
  readonly sealedTo: string | null
}

/** What came back, encrypted to the client. */
export interface RelayedBody extends UpstreamAnswer {
  /** As sent; null where there is none. Without it an answer by EHBP is in clear, so that nobody may believe it. */
  readonly responseNonce: string | null
}

/** What enclaves have that take encrypted bodies. */
export interface BodyDoor {
  readonly scheme: BodyScheme
  /** Name of the cipher, as it is told beside the key. */
  readonly algo: string
  /** The enclave as last verified by this gateway, or null. */
  established(): {
    readonly measurement: Digest
    readonly verifiedBy: Verification
    /** Lowercase hex. */
    readonly encryptionKey: string
  } | null
  /** Evidence for a client's own nonce, 64 lowercase hex digits. @throws {Error} where it cannot be had */
  evidence(nonce: string): Promise<ProviderEvidence>
  /** @throws {CallFailed} */
  relay(request: BodyRelayRequest, signal: AbortSignal): Promise<RelayedBody>
}

/** What enclaves that speak ACI have for clients that verify and encrypt by themselves. */
export interface EnclaveDoor {
  /** Whether a verified keyset holds this encryption key, lowercase hex. */
  knowsKey(publicKey: string): boolean
  /** The enclave as last verified by this gateway, or null. */
  established(): EstablishedEnclave | null
  /**
   * The enclave's report for a client's own nonce, the collateral to judge it with, and the key to encrypt to that it
   * names: null where it names none that is known.
   * @param nonce 64 lowercase hex digits
   * @param keyset of the replica that is meant, which may not be met; null for any
   */
  report(
    nonce: string,
    keyset: AciDigest | null,
  ): Promise<{
    readonly report: Uint8Array
    readonly collateral: unknown
    readonly serviceKey: ServiceKey | null
  }>
  /** An aggregator's session document, byte for byte, or null when there is none. */
  session(id: string): Promise<Uint8Array | null>
  /** The same in `{"collateral", "session"}`, with what the maker of the host's processor signed about it. */
  sessionOffer(id: string): Promise<Uint8Array | null>
  relay(request: RelayRequest, ...to: Parameters<Send>): ReturnType<Send>
  /** PEM of the root behind a simulated enclave; null for hardware. */
  readonly simulationRoot: string | null
}

/**
 * A provider behind the gateway. It moves bytes; which mode an answer is
 * delivered in, and whether it may be, is decided in server/deliver.
 */
export interface Upstream {
  readonly id: string
  /** `e2ee`: it serves clients that encrypt by themselves over the relay, and nobody else. */
  readonly mode: Mode
  readonly speaks: readonly DialectId[]
  /** Whether it may be asked how many tokens a request of the dialect `messages` has. */
  readonly countsTokens: boolean
  /** Present where it keeps the prompts of callers apart by a salt: that of this caller. */
  readonly cacheSalt?: (subject: string, own: string | null) => string
  /** Present for enclaves alone. */
  readonly enclave: UpstreamEnclave | null
  /** Whether a request would be tried there now. */
  availability(): Availability
  send(request: UpstreamRequest, ...to: Parameters<Send>): ReturnType<Send>
  close(): Promise<void>
}
