import { apiErrorBody, type ApiErrorCode } from '#shared/api-error.ts'

interface Example {
  readonly message: string
  readonly param?: string
  readonly extra?: Readonly<Record<string, unknown>>
}

/** What a caller reads with each code, for the OpenAPI document. */
const examples: Readonly<Record<ApiErrorCode, Example>> = {
  invalid_request_error: {
    message: 'messages must be an array of one or more messages',
    param: 'messages',
  },
  unsupported_parameter: {
    message: 'background is not supported: this gateway keeps no answers.',
    param: 'background',
  },
  e2ee_header_missing: { message: 'X-E2EE-Nonce is missing.' },
  e2ee_invalid_version: { message: 'X-E2EE-Version must be 2.' },
  e2ee_invalid_public_key: {
    message: 'X-Client-Pub-Key must be a hex key on the curve of X-Model-Pub-Key.',
  },
  e2ee_model_key_mismatch: {
    message:
      'X-Model-Pub-Key is not a key of a verified enclave of this model. GET /api/e2ee/key returns one.',
  },
  e2ee_invalid_nonce: { message: 'X-E2EE-Nonce must be 64 hex digits.' },
  e2ee_replay_detected: { message: 'This nonce was used before.' },
  e2ee_invalid_timestamp: {
    message: 'X-E2EE-Timestamp must be in Unix seconds, within 300 seconds of now.',
  },
  e2ee_invalid_payload_model: {
    message: 'The model in the payload is another than the one outside.',
  },
  e2ee_decryption_failed: { message: 'The enclave could not decrypt a field.' },
  e2ee_unsupported_endpoint: { message: 'This path cannot be encrypted.' },
  e2ee_tools_not_private: { message: 'Encryption cannot hide tools.', param: 'tools' },
  e2ee_field_not_private: { message: 'Encryption cannot hide "stop".', param: 'stop' },
  invalid_api_key: { message: 'The key is unknown or revoked.' },
  not_entitled: { message: 'The model "svc-frontier" needs the plan "paid".', param: 'model' },
  host_not_allowed: { message: 'This gateway answers only as localhost.' },
  origin_not_allowed: { message: 'A page of another origin needs a key.' },
  model_not_found: { message: 'No model or trait of this name exists.', param: 'model' },
  not_found: { message: 'Nothing is served at /v1/nothing.' },
  voucher_unknown: { message: 'No voucher has this code.', param: 'code' },
  method_not_allowed: { message: 'This path takes only POST, OPTIONS.' },
  request_timeout: { message: 'The request was not finished in time.' },
  shown_mode_stale: {
    message:
      'You asked for at least "tee". This answer would be "private". To accept "private", send shown_mode "private".',
    extra: { shown_mode: 'tee', would_deliver: 'private' },
  },
  voucher_redeemed: { message: 'This voucher was redeemed before.', param: 'code' },
  voucher_not_needed: { message: 'This voucher would not raise the plan.', param: 'code' },
  request_too_large: { message: 'The body is too large.', extra: { most: 2_097_152 } },
  unsupported_media_type: { message: 'Send application/json in UTF-8.' },
  rate_limit_exceeded: { message: 'The budget of 20 requests a minute is spent.' },
  internal_error: { message: 'The gateway failed to serve this request.' },
  upstream_error: {
    message: 'The provider refused the request with status 500.',
    extra: { upstream_status: 500 },
  },
  attestation_unavailable: {
    message: 'The gateway could verify no enclave of this model (quote.root).',
    extra: { checks: [{ id: 'quote.root', status: 'fail' }] },
  },
  unverified_enclave: {
    message: 'The gateway could not prove which enclave answered, so it delivers no answer.',
    extra: { checks: [{ id: 'enclave-receipt.response', status: 'fail' }] },
  },
  store_unavailable: { message: 'The store cannot be used now. Ask again.' },
  shutting_down: { message: 'The gateway is shutting down. Ask again.' },
  upstream_timeout: {
    message: 'The provider was silent for too long, or did not end its answer.',
  },
}

/** By code, as OpenAPI has examples of one media type. */
export function errorExamples(codes: readonly ApiErrorCode[]) {
  return Object.fromEntries(
    codes.map((code) => [code, { value: apiErrorBody({ code, ...examples[code] }) }]),
  )
}
