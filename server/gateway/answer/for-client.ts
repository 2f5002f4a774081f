import type { ApiErrorCode } from '#shared/api-error.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'

/**
 * An answer that the client opens and checks by itself: the enclave's hints go out with it, and nothing of
 * ours stands between its bytes.
 */
export interface ForClient {
  /** Codes of the enclave's own refusals that are passed on as they are. */
  readonly passOn: (code: unknown) => code is ApiErrorCode
  /** Looks at each part before it may leave. @throws {GatewayError} to refuse the answer */
  inspect(part: JsonObject, kind: 'answer' | 'chunk'): void
}
