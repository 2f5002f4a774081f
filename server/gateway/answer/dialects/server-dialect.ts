import type { ApiDialect } from '#shared/dialects/api-dialect.ts'
import type { RequestLimits } from '../../config/size-limits.ts'
import type { AnswerForm } from '../answer-form.ts'
import type { ApiRequest } from '../request/parse-request.ts'
import type { Translation } from '#shared/translation/translation.ts'

/** Where a body goes. */
interface Forwarded {
  /** The model's name at the upstream. */
  readonly upstreamModel: string
  /** Of the caller, where the upstream takes one. */
  readonly cacheSalt?: string | undefined
}

/** One dialect of the API, as the gateway serves it. */
export interface ServerDialect {
  readonly format: ApiDialect
  /** In the API document. */
  readonly operation: 'chat' | 'embeddings' | 'messages' | 'responses'
  /** Below `/v1`. */
  readonly path: string
  /** What a model must be for. */
  readonly task: 'chat' | 'embeddings'
  /** Stops after each pass over the body. @throws {GatewayError} */
  parse(bytes: Uint8Array, limits: RequestLimits): Generator<void, ApiRequest, undefined>
  formFor(request: ApiRequest): AnswerForm
  /** The body for an upstream that speaks this dialect. */
  forward(request: ApiRequest, to: Forwarded): Uint8Array
  /** For upstreams that speak chat alone; null where there is none. */
  readonly translation: Translation | null
}
