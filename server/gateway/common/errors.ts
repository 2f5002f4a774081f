import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import {
  apiErrorBody,
  passedOnErrorBody,
  statusByCode,
  type ApiErrorCode,
} from '#shared/api-error.ts'

interface GatewayErrorOptions extends ErrorOptions {
  /** The request's member at fault. */
  readonly param?: string
  /** Further members of `error`, such as `shown_mode` or `checks`. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** A member of `error`, too. */
  readonly checks?: readonly RefusedCheck[]
  readonly headers?: Readonly<Record<string, string>>
  /** Status and code of an upstream's refusal of this request, in place of our own. */
  readonly passedOn?: { readonly status: number; readonly code: string }
}

/**
 * An error the caller is meant to see. `code` is part of the API; `message` is not, and never holds
 * anything of a prompt or an answer.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly code: ApiErrorCode
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  /** Checks that failed, where those are why it is refused. */
  readonly checks: readonly RefusedCheck[]
  readonly body: string

  constructor(code: ApiErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.headers = options.headers ?? {}
    const { param, passedOn, checks } = options
    const extra = checks === undefined ? options.extra : { ...options.extra, checks }
    this.checks = checks ?? []
    this.statusCode = passedOn?.status ?? statusByCode[code]
    const error = { code, message, ...(param && { param }), ...(extra && { extra }) }
    this.body = JSON.stringify(passedOn ? passedOnErrorBody(error, passedOn) : apiErrorBody(error))
  }
}

/** Tells SDKs that a retry of the same request cannot succeed. */
export const doNotRetry = { 'x-should-retry': 'false' } as const
