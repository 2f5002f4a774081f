import { apiErrorBody, type ApiErrorCode } from '#shared/api-error.ts'
import { callerErrors } from '#shared/words/english/errors/caller-errors.ts'
import { enclaveErrors } from '#shared/words/english/errors/enclave-errors.ts'
import { encryptedRequestErrors } from '#shared/words/english/errors/encrypted-request-errors.ts'
import { gatewayErrors } from '#shared/words/english/errors/gateway-errors.ts'
import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import { requestErrors, unsupportedMembers } from '#shared/words/english/errors/request-errors.ts'
import { requestShapes } from '#shared/words/english/errors/request-shapes.ts'
import { showSize } from '#shared/text/show-size.ts'

interface Example {
  readonly message: string
  readonly param?: string
  readonly extra?: Readonly<Record<string, unknown>>
}

/** What a caller reads with each code, for the OpenAPI document. */
const examples: Readonly<Record<ApiErrorCode, Example>> = {
  invalid_request_error: {
    message: `messages ${requestShapes.mustBe(requestShapes.messages)}`,
    param: 'messages',
  },
  unsupported_parameter: {
    message: unsupportedMembers.refusal('background', unsupportedMembers.keepsNothing),
    param: 'background',
  },
  e2ee_header_missing: { message: encryptedRequestErrors.missing('X-E2EE-Nonce') },
  e2ee_invalid_version: { message: encryptedRequestErrors.otherVersion },
  e2ee_invalid_public_key: { message: encryptedRequestErrors.clientKey },
  e2ee_model_key_mismatch: { message: encryptedRequestErrors.otherKey },
  e2ee_invalid_nonce: { message: encryptedRequestErrors.nonce },
  e2ee_replay_detected: { message: encryptedRequestErrors.nonceUsed },
  e2ee_invalid_timestamp: { message: encryptedRequestErrors.timestamp(300) },
  e2ee_invalid_payload_model: { message: encryptedRequestErrors.otherModel },
  e2ee_decryption_failed: { message: encryptedRequestErrors.notDecrypted },
  e2ee_unsupported_endpoint: { message: encryptedRequestErrors.onlyChat },
  e2ee_tools_not_private: { message: encryptedRequestErrors.cannotHideTools, param: 'tools' },
  e2ee_field_not_private: { message: encryptedRequestErrors.cannotHide('stop'), param: 'stop' },
  invalid_api_key: { message: callerErrors.unknownKey },
  not_entitled: { message: requestErrors.otherPlan('svc-frontier', 'paid'), param: 'model' },
  host_not_allowed: { message: callerErrors.notLocalhost },
  origin_not_allowed: { message: callerErrors.otherOrigin },
  model_not_found: { message: requestErrors.noModel, param: 'model' },
  not_found: { message: requestErrors.nothingAt('/v1/nothing') },
  voucher_unknown: { message: callerErrors.noVoucher, param: 'code' },
  method_not_allowed: { message: requestErrors.onlyMethods('POST, OPTIONS') },
  request_timeout: { message: requestErrors.timeout },
  shown_mode_stale: {
    message: requestErrors.shownModeStale('tee', 'private'),
    extra: { shown_mode: 'tee', would_deliver: 'private' },
  },
  voucher_redeemed: { message: callerErrors.voucherRedeemed, param: 'code' },
  voucher_not_needed: { message: callerErrors.voucherNotNeeded },
  request_too_large: {
    message: requestErrors.tooLarge(showSize(20_971_520), ''),
    extra: { limit: 'body_limit_bytes', most: 20_971_520 },
  },
  unsupported_media_type: { message: requestErrors.notJson },
  rate_limit_exceeded: { message: callerErrors.spent(20, 'requests', 'minute') },
  internal_error: { message: gatewayErrors.failed },
  upstream_error: { message: providerErrors.refused(500), extra: { upstream_status: 500 } },
  attestation_unavailable: {
    message: enclaveErrors.noneVerified(' (quote.root)'),
    extra: { checks: [{ id: 'quote.root', status: 'fail' }] },
  },
  unverified_enclave: {
    message: enclaveErrors.notProven,
    extra: { checks: [{ id: 'enclave-receipt.response', status: 'fail' }] },
  },
  store_unavailable: { message: gatewayErrors.store },
  shutting_down: { message: gatewayErrors.ending },
  upstream_timeout: { message: providerErrors.silent },
}

/** By code, as OpenAPI has examples of one media type. */
export function errorExamples(codes: readonly ApiErrorCode[]) {
  return Object.fromEntries(
    codes.map((code) => [code, { value: apiErrorBody({ code, ...examples[code] }) }]),
  )
}
