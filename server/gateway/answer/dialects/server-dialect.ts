import type { ApiDialect } from '#shared/dialects/api-dialect.ts'
import type { RequestForm } from '../request/parse-request.ts'
import type { Translation } from '#shared/translation/translation.ts'

/** One dialect of the API, as the gateway serves it. */
export interface ServerDialect {
  readonly format: ApiDialect
  /** In the API document. */
  readonly operation: 'chat' | 'embeddings' | 'messages' | 'responses'
  /** Below `/v1`. */
  readonly path: string
  /** What a model must be for. */
  readonly task: 'chat' | 'embeddings'
  readonly requestForm: RequestForm
  /** For upstreams that speak chat alone; null where there is none. */
  readonly translation: Translation | null
}
