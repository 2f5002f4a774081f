import { apiErrorBody, statusByCode, type ApiErrorCode } from '#shared/api-error.ts'

interface GatewayErrorOptions extends ErrorOptions {
  /** The request's member at fault. */
  readonly param?: string
  /** Further members of `error`, such as `shown_mode` or `checks`. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
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
  readonly body: string

  constructor(code: ApiErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.statusCode = statusByCode[code]
    this.headers = options.headers ?? {}
    const { param, extra } = options
    this.body = JSON.stringify(
      apiErrorBody({ code, message, ...(param && { param }), ...(extra && { extra }) }),
    )
  }
}

/** Tells SDKs that a retry of the same request cannot succeed (clients.md, Errors). */
export const doNotRetry = { 'x-should-retry': 'false' } as const
