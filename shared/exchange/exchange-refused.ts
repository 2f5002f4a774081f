import { apiErrorBody, statusByCode, type ApiError } from '../api-error.ts'

/** An encrypted exchange that was refused, in OpenAI's shape; it never carries an answer. */
export class ExchangeRefused extends Error {
  override readonly name = 'ExchangeRefused'
  readonly code: ApiError['code']
  readonly statusCode: number
  /** JSON text. */
  readonly body: string

  constructor(error: ApiError, statusCode: number = statusByCode[error.code]) {
    super(error.message)
    this.code = error.code
    this.statusCode = statusCode
    this.body = JSON.stringify(apiErrorBody(error))
  }
}
