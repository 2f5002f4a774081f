import { apiErrorBody, statusByCode, type ApiError } from '#shared/api-error.ts'

/** A refusal of the proxy in OpenAI's shape; it never carries an answer. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly statusCode: number
  readonly body: string

  constructor(error: ApiError, statusCode: number = statusByCode[error.code]) {
    super(error.message)
    this.statusCode = statusCode
    this.body = JSON.stringify(apiErrorBody(error))
  }
}
