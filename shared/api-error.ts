/** Every error code of the HTTP API and its status. */
export const statusByCode = {
  invalid_request_error: 400,
  unsupported_parameter: 400,
  e2ee_header_missing: 400,
  e2ee_invalid_version: 400,
  e2ee_invalid_public_key: 400,
  e2ee_model_key_mismatch: 400,
  e2ee_invalid_nonce: 400,
  e2ee_replay_detected: 400,
  e2ee_invalid_timestamp: 400,
  e2ee_invalid_payload_model: 400,
  e2ee_decryption_failed: 400,
  e2ee_unsupported_endpoint: 400,
  e2ee_tools_not_private: 400,
  e2ee_field_not_private: 400,
  invalid_api_key: 401,
  not_entitled: 403,
  host_not_allowed: 403,
  origin_not_allowed: 403,
  model_not_found: 404,
  not_found: 404,
  voucher_unknown: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  shown_mode_stale: 409,
  voucher_redeemed: 409,
  voucher_not_needed: 409,
  request_too_large: 413,
  unsupported_media_type: 415,
  rate_limit_exceeded: 429,
  internal_error: 500,
  upstream_error: 502,
  attestation_unavailable: 503,
  store_unavailable: 503,
  unverified_enclave: 503,
  shutting_down: 503,
  upstream_timeout: 504,
} as const

export type ApiErrorCode = keyof typeof statusByCode

export function isApiErrorCode(code: unknown): code is ApiErrorCode {
  return typeof code === 'string' && Object.hasOwn(statusByCode, code)
}

/** OpenAI's word for the kind of error. */
function errorTypeOf(status: number): string {
  switch (status) {
    case 401:
      return 'authentication_error'
    case 403:
      return 'permission_error'
    case 429:
      return 'rate_limit_error'
    case 500:
    case 502:
    case 503:
    case 504:
      return 'server_error'
    default:
      return 'invalid_request_error'
  }
}

export interface ApiError {
  readonly code: ApiErrorCode
  readonly message: string
  /** The request's member at fault, as in `messages[0].role`. */
  readonly param?: string
  /** Further members, such as `shown_mode` or `checks`. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** The OpenAI shape: `{"error": {"message", "type", "param", "code", …}}`. */
export function apiErrorBody({ code, message, param, extra }: ApiError) {
  const type = errorTypeOf(statusByCode[code])
  return { error: { message, type, param: param ?? null, code, ...extra } }
}

/** The same with the status and the code of an upstream, whose refusal of this request it is. */
export function passedOnErrorBody(
  { message, param, extra }: ApiError,
  { status, code }: { readonly status: number; readonly code: string },
) {
  return { error: { message, type: errorTypeOf(status), param: param ?? null, code, ...extra } }
}

/** Anthropic's word for the kind of error. */
export function anthropicErrorType(status: number): string {
  switch (status) {
    case 401:
      return 'authentication_error'
    case 403:
      return 'permission_error'
    case 404:
      return 'not_found_error'
    case 413:
      return 'request_too_large'
    case 429:
      return 'rate_limit_error'
    case 504:
      return 'timeout_error'
    default:
      return status >= 500 ? 'api_error' : 'invalid_request_error'
  }
}
