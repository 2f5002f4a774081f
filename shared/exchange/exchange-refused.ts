import type { UnsupportedMember } from '../translation/unsupported-member.ts'
import { apiErrorBody, passedOnErrorBody, statusByCode, type ApiError } from '../api-error.ts'

interface RefusedBy {
  /** Status and code of an upstream, whose refusal of this request the gateway passed on. */
  readonly passedOn?: { readonly status: number; readonly code: string }
  readonly statusCode?: number
  /** What would have to be allowed in clear for the request to pass, as `ClearConsent` names it. */
  readonly clear?: string
  /** When to come back, and what is left of which budget. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An encrypted exchange that was refused, in OpenAI's shape; it never carries an answer. */
export class ExchangeRefused extends Error {
  override readonly name = 'ExchangeRefused'
  readonly code: ApiError['code']
  readonly statusCode: number
  /** The request's member at fault; null where none is named. */
  readonly param: string | null
  readonly headers: Readonly<Record<string, string>>
  /** What would have to be allowed in clear; null where nothing would help. */
  readonly clear: string | null
  /** JSON text. */
  readonly body: string

  constructor(error: ApiError, { passedOn, statusCode, clear, headers }: RefusedBy = {}) {
    super(error.message)
    this.code = error.code
    this.param = error.param ?? null
    this.statusCode = passedOn?.status ?? statusCode ?? statusByCode[error.code]
    this.clear = clear ?? null
    this.headers = headers ?? {}
    this.body = JSON.stringify(passedOn ? passedOnErrorBody(error, passedOn) : apiErrorBody(error))
  }
}

/** A member of the request that the enclave cannot be asked: asking once more does not help. */
export function memberRefused({ message, param }: UnsupportedMember): ExchangeRefused {
  const headers = { 'x-should-retry': 'false' }
  return new ExchangeRefused({ code: 'unsupported_parameter', message, param }, { headers })
}
