import type { EvidenceKind, MeasuredEnclave } from '#shared/attestation/kinds/evidence-kind.ts'
import type { BodyScheme } from '#shared/body-relay/body-scheme.ts'
import type { CheckId } from '#shared/claims.ts'
import type { DialectId } from '#shared/dialects/api-dialect.ts'
import type { Digest } from '#shared/digest.ts'
import type { ProviderEvidence } from '#shared/document/provider-evidence.ts'
import type { Verification } from '#shared/modes.ts'
import type { Check } from '#shared/verdict.ts'
import type { EnclaveReceiptText, UpstreamEnclave, UpstreamRequest } from '../../common/upstream.ts'
import type { BoughtSession } from './bought-session.ts'
import type { ShownGpus } from './gpu-opinion.ts'

/** What was seen of one exchange with a provider's enclave. */
export interface SeenAnswer {
  readonly session: BoughtSession
  /** The request. */
  readonly asked: Uint8Array
  /** Of the exact bytes, both ways. */
  readonly requestDigest: Digest
  readonly responseDigest: Digest
  /** `id` of the answer; null where it has none. */
  readonly id: string | null
}

/** What joins an answer to the enclave, beside the connection that it came over. */
export interface AnswerProof {
  /** Null where the enclave signs no answers. */
  readonly receipt: EnclaveReceiptText | null
  readonly checks: readonly Check[]
  readonly required: readonly CheckId[]
}

/** What others signed about an enclave, as it is kept. */
export type GatheredEvidence = Pick<
  ProviderEvidence,
  'collateral' | 'endorsement' | 'repository' | 'code' | 'platform'
>

/** How clients encrypt bodies to enclaves, which the gateway passes on. */
interface BodyProtocol {
  readonly scheme: BodyScheme
  /** Name of the cipher. */
  readonly algo: string
  /** What an enclave is told beside a body. @param clientKey 64 lowercase hex digits */
  headers(clientKey: string): Readonly<Record<string, string>>
}

/** One provider's own protocol: how its evidence is had, and what binds an answer. It never judges evidence. */
export interface BoughtProvider {
  readonly kind: EvidenceKind
  verifiedBy(enclave: MeasuredEnclave): Verification
  /** Whether all that runs beside the model was measured. */
  readonly programs: UpstreamEnclave['programs']
  readonly speaks: readonly DialectId[]
  /** Whether it signs each answer, so that an enclave without a key for that is none of its. */
  readonly signs: boolean
  /** How clients may encrypt bodies to its enclaves. */
  readonly bodies: BodyProtocol
  /** Path of the attestation for a nonce of 64 hex digits. @param prefix path of the base address */
  attestationPath(nonce: string, prefix: string): string
  /** Asks whoever signed about the enclave. @throws {FormatError} for a document that cannot be read; {Error} for what cannot be had */
  gather(document: Uint8Array, nonce: string): Promise<GatheredEvidence>
  /** The GPUs that a document shows. @throws {FormatError} for one that cannot be read */
  gpus(document: Uint8Array, nonce: string): ShownGpus
  path(request: UpstreamRequest): string
  /** The body as it is sent. */
  prepare(body: Uint8Array): Uint8Array
  /** @param get asks over the connection of the answer, and then of its other replicas; null where none has it */
  prove(seen: SeenAnswer, get: (path: string) => Promise<Uint8Array | null>): Promise<AnswerProof>
}
