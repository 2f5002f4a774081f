import type {
  EvidenceKind,
  MeasuredEnclave,
  ShownEvidence,
} from '#shared/attestation/kinds/evidence-kind.ts'
import type { BodyScheme } from '#shared/body-relay/body-scheme.ts'
import type { CheckId } from '#shared/claims.ts'
import type { DialectId } from '#shared/dialects/api-dialect.ts'
import type { Digest } from '#shared/digest.ts'
import type { ProviderEvidence } from '#shared/document/provider-evidence.ts'
import type { Verification } from '#shared/modes.ts'
import type { Check } from '#shared/verdict.ts'
import type {
  BodyRelayRequest,
  EnclaveReceiptText,
  UpstreamEnclave,
  UpstreamRequest,
} from '../../common/upstream.ts'
import type { PostAnswer } from '../http/post.ts'
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

type Headers = Readonly<Record<string, string>>

/** How a provider is asked for a document. */
interface AskProvider {
  /** Path of the base address. */
  readonly prefix: string
  /** @throws {EnclaveUnverified} for what cannot be had */
  readonly get: (path: string) => Promise<Uint8Array>
}

/** Asks over the connection of a request, below the base address; null where it cannot be had. */
export type AskBeside = (path: string) => Promise<Uint8Array | null>

/** A request as it is sent. */
export interface PreparedRequest {
  readonly body: Uint8Array
  readonly headers?: Headers
  /** The answer in clear; left out where it comes so. */
  readonly open?: (answer: PostAnswer) => PostAnswer
  /** Told each status but 200: whether another enclave may be asked instead. Left out: none. */
  readonly isForAnother?: (status: number) => boolean
}

/** How clients encrypt bodies to enclaves, which the gateway passes on. */
interface BodyProtocol {
  readonly scheme: BodyScheme
  /** Name of the cipher. */
  readonly algo: string
  /** What an enclave is told beside a body; null where the enclave is not there any more. */
  headers(request: BodyRelayRequest, get: AskBeside): Headers | Promise<Headers | null>
}

/** One provider's own protocol: how its evidence is had, and what binds an answer. It never judges evidence. */
export interface BoughtProvider {
  readonly kind: EvidenceKind
  /** `e2ee`: the gateway asks nothing of its own, and passes on what clients encrypt. */
  readonly mode: 'tee' | 'e2ee'
  /** `tls`: connections end in the attested key. `encryption`: they end elsewhere, and what is sent over them is encrypted to it. */
  readonly channel: 'tls' | 'encryption'
  /** Which checks it takes beside those of its kind. */
  readonly required: readonly CheckId[]
  verifiedBy(enclave: MeasuredEnclave): Verification
  /** Whether all that runs beside the model was measured. */
  readonly programs: UpstreamEnclave['programs']
  /** Whether it reads a question and hands it on to a machine that only the provider vouches for. */
  readonly handsOn?: true
  readonly speaks: readonly DialectId[]
  /** Whether it signs each answer, so that an enclave without a key for that is none of its. */
  readonly signs: boolean
  /** How clients may encrypt bodies to its enclaves. */
  readonly bodies: BodyProtocol
  /** The attestation for a nonce of 64 hex digits. @throws {FormatError} for what cannot be read; what `ask` throws */
  show(nonce: string, ask: AskProvider): Promise<Pick<ShownEvidence, 'document' | 'instances'>>
  /** Asks whoever signed about the enclave. @throws {FormatError} for a document that cannot be read; {Error} for what cannot be had */
  gather(document: Uint8Array, nonce: string): Promise<GatheredEvidence>
  /** The GPUs that a document shows. @throws {FormatError} for one that cannot be read */
  gpus(document: Uint8Array, nonce: string): ShownGpus
  path(request: UpstreamRequest): string
  /** Null where the enclave is not there any more. */
  prepare(
    request: UpstreamRequest,
    enclave: MeasuredEnclave,
    get: AskBeside,
  ): PreparedRequest | Promise<PreparedRequest | null>
  /** @param get asks over the connection of the answer; where that is gone, over another one. Null where there is none */
  prove(seen: SeenAnswer, get: (path: string) => Promise<Uint8Array | null>): Promise<AnswerProof>
}
