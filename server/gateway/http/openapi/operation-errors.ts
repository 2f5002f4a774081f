import { statusByCode, type ApiErrorCode } from '#shared/api-error.ts'
import { operationWords } from '#shared/words/english/api/operations.ts'

type Codes = readonly ApiErrorCode[]

/** What cannot be read as a request, and what is our own fault. */
const ofAny: Codes = ['invalid_request_error', 'request_timeout', 'internal_error', 'shutting_down']
const ofCaller: Codes = [
  'invalid_api_key',
  'host_not_allowed',
  'origin_not_allowed',
  'store_unavailable',
]
const ofBody: Codes = ['request_too_large', 'unsupported_media_type']

const read = [...ofAny, ...ofCaller]
const write = [...read, ...ofBody]
const spend: Codes = [...write, 'rate_limit_exceeded']

/** Errors of every operation that asks an upstream. */
const ofAnswer: Codes = [
  'model_not_found',
  'not_entitled',
  'upstream_error',
  'upstream_timeout',
  'attestation_unavailable',
  'unverified_enclave',
]

const ofEncryption = (Object.keys(statusByCode) as readonly ApiErrorCode[]).filter((code) =>
  code.startsWith('e2ee_'),
)

/** Errors of every operation that asks a model. */
const ofAnyAnswer: Codes = [...spend, ...ofAnswer, 'shown_mode_stale', 'unsupported_parameter']

/** Errors of requests that may be translated to chat. */
const ofTranslated: Codes = [...ofAnyAnswer, 'e2ee_tools_not_private', 'e2ee_field_not_private']

/** Every error code of an operation, except codes with which an upstream refuses the caller’s request. */
export const errorsByOperation = {
  chat: [...ofAnyAnswer, 'e2ee_tools_not_private', 'e2ee_field_not_private'],
  embeddings: ofAnyAnswer,
  messages: ofTranslated,
  responses: ofTranslated,
  countTokens: [...ofAnyAnswer, 'not_found'],
  e2eeKey: [
    ...read,
    'rate_limit_exceeded',
    'model_not_found',
    'e2ee_invalid_nonce',
    'attestation_unavailable',
  ],
  e2eeSession: [...read, 'rate_limit_exceeded', 'model_not_found', 'not_found'],
  evidence: [...read, 'not_found'],
  e2eeRelay: [...spend, ...ofAnswer, ...ofEncryption],
  models: read,
  traits: read,
  model: [...read, 'model_not_found'],
  limits: ofAny,
  metrics: ofAny,
  healthz: ofAny,
  readyz: ofAny,
  makeKey: spend,
  self: read,
  usage: read,
  rotate: spend,
  revoke: write,
  redeem: [...spend, 'voucher_unknown', 'voucher_redeemed', 'voucher_not_needed'],
} as const satisfies Readonly<Record<string, Codes>>

/** What a path or a method gives that is no operation. */
export const errorsWithoutOperation: Codes = ['not_found', 'method_not_allowed']

export type OperationName = keyof typeof errorsByOperation

/** Operations that hand on an upstream's refusal, and the statuses that keep its own code. */
const handsOn: ReadonlySet<OperationName> = new Set([
  'chat',
  'embeddings',
  'messages',
  'responses',
  'countTokens',
  'e2eeRelay',
])
const handedOnStatuses = [400, 404, 413, 422, 429]

/** Of one status: the codes it has, or also an upstream's own. */
function errorResponse(codes: Codes, isHandedOn: boolean) {
  const names = codes.map((code) => `\`${code}\``).join(', ')
  const own = operationWords.providersCode
  const schema = {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: {
          message: { type: 'string' },
          type: { type: 'string' },
          param: { type: ['string', 'null'] },
          code: { type: 'string', ...(isHandedOn ? { examples: codes } : { enum: codes }) },
        },
        required: ['message', 'type', 'param', 'code'],
      },
    },
    required: ['error'],
  }
  return {
    description: isHandedOn ? [names, own].filter(Boolean).join(', or ') : names,
    content: {
      'application/json': { schema },
    },
  }
}

/** By status. */
export function errorResponses(name: OperationName): Readonly<Record<number, object>> {
  const codes: Codes = errorsByOperation[name]
  const handedOn = handsOn.has(name) ? handedOnStatuses : []
  const statuses = new Set([...codes.map((code) => statusByCode[code]), ...handedOn])
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      errorResponse(
        codes.filter((code) => statusByCode[code] === status),
        handedOn.includes(status),
      ),
    ]),
  )
}
