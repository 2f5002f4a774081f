import { providerErrors } from '#shared/words/english/errors/provider-errors.ts'
import { isApiErrorCode, statusByCode, type ApiErrorCode } from '#shared/api-error.ts'
import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { GatewayError, doNotRetry } from '../common/errors.ts'
import type { AnswerHead } from '../common/upstream.ts'

/** What an upstream said of its refusal, as far as it can be read: foreign text, for the caller alone. */
export interface SaidRefusal {
  readonly message: string | null
  readonly type: unknown
  readonly code: unknown
  readonly param: string | null
}

const nothingSaid: SaidRefusal = { message: null, type: null, code: null, param: null }

export function readSaid(body: Uint8Array): SaidRefusal {
  try {
    const document = JSON.parse(Buffer.from(body).toString('utf8')) as Json
    return saidOf(isJsonObject(document) ? document : {})
  } catch {
    return nothingSaid
  }
}

/** The same of a document that was read. */
export function saidOf(document: JsonObject): SaidRefusal {
  const { error } = document
  if (typeof error === 'string') return { ...nothingSaid, message: plainText(error, 4_000) }
  const { message, type, code, param } = isJsonObject(error) ? error : document
  return { message: plainText(message, 4_000), type, code, param: plainText(param, 200) }
}

const ofLength = /^(?:context_length_exceeded|string_above_max_length|prompt_too_long)$/
const ofRequest = /^(?:invalid_request_error|invalid_prompt|bad_?request(?:_?error)?)$/i
const ofRate = /^(?:rate_limit_(?:error|exceeded)|too_many_requests|rate_?limit_?error)$/i

/**
 * The status that an error in a stream would have had, had its upstream known in time; null for one that is not of
 * the caller's request, or does not say so.
 */
export function statusSaid({ code, type }: SaidRefusal): number | null {
  if (typeof code === 'number' || (typeof code === 'string' && /^4\d\d$/.test(code))) {
    return isOfRequest(Number(code)) ? Number(code) : null
  }
  const words = [code, type].filter((word) => typeof word === 'string')
  if (words.some((word) => ofRate.test(word))) return 429
  return words.some((word) => ofLength.test(word) || ofRequest.test(word)) ? 400 : null
}

/** The text on one line, without invisible characters and characters that reverse text; null without a text. */
function plainText(text: Json | undefined, longest: number): string | null {
  if (typeof text !== 'string') return null
  const shown = text
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(secrets, '[key]')
    .replace(accounts, '[account]')
  return shown.trim() === '' || ofAccount.test(shown) ? null : shown
}

/** Upstreams quote the key that they were sent, which is the operator's. */
const secrets = /\b(?:sk|pk|rk|key|bearer|token)[-_ ](?=[\w*.-]*[\d*])[\w*.-]{6,}/gi

/** They quote the ids of the operator's account, too. */
const accounts = /\b(?:org|proj|acct|team|user|workspace|wrkspc)[-_](?=[\w-]*\d)[\w-]{6,}/gi

/** What is said to whoever pays. */
const ofAccount =
  /\b(?:credit balance|billing|(?:current|monthly|usage) quota|your (?:account|organi[sz]ation|plan|subscription|workspace))\b/i

/** What an upstream says to a caller about the caller's own request, and the code it has when it names none. */
const passedOn: ReadonlyMap<number, ApiErrorCode> = new Map([
  [400, 'invalid_request_error'],
  [404, 'not_found'],
  [413, 'invalid_request_error'],
  [422, 'invalid_request_error'],
])

/** Whether a refusal with this status is of the caller's request, and none that its operator must see to. */
export function isOfRequest(status: number): boolean {
  return passedOn.has(status) || status === 429
}

/**
 * An upstream's refusal as the caller gets it. One of the caller's request keeps status, code, param and
 * message. A 429 keeps when to come back: its text is about the operator's account. Any other, also one of the
 * operator (401, 402, 403), is a plain failure without its text.
 */
export function refusalOf(
  { status, retryAfter }: Pick<AnswerHead, 'status' | 'retryAfter'>,
  said: SaidRefusal,
): GatewayError {
  const usual = passedOn.get(status)
  const isTemporary = status === 408 || status === 429 || status >= 500
  const headers = {
    ...(isTemporary ? {} : doNotRetry),
    ...(retryAfter !== null && moment.test(retryAfter) ? { 'retry-after': retryAfter } : {}),
  }
  if (status === 429) {
    const extra = { upstream_status: status }
    return new GatewayError('rate_limit_exceeded', providerErrors.busy, { extra, headers })
  }
  const plain = providerErrors.refused(status)
  const extra = { upstream_status: status }
  if (usual === undefined) {
    const code = status === 504 ? 'upstream_timeout' : 'upstream_error'
    return new GatewayError(code, plain, { extra, headers })
  }
  const { message, code, param } = said
  return new GatewayError('upstream_error', message ?? plain, {
    passedOn: { status, code: codeOf(code, { status, usual }) },
    ...(param !== null && { param }),
    extra,
    headers,
  })
}

/** Seconds, or a date of HTTP. */
const moment = /^(?:\d{1,9}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/

interface Usual {
  readonly status: number
  readonly usual: ApiErrorCode
}

/** OpenAI's own words, which say the same whoever uses them. */
const anybodys: readonly string[] = [
  'invalid_request_error',
  'model_not_found',
  'not_found',
  'rate_limit_exceeded',
] satisfies readonly ApiErrorCode[]

/**
 * A caller acts on our codes: `shown_mode_stale`, or that tools are not private. None of them, however it is
 * written, nor any of a family of ours, is an upstream's to say.
 */
function codeOf(code: unknown, { status, usual }: Usual): string {
  if (typeof code !== 'string' || !/^[\w.:-]{1,64}$/.test(code)) return usual
  const folded = code.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  if (!isApiErrorCode(folded)) return /^(?:e2ee|svc)_/.test(folded) ? usual : code
  return anybodys.includes(code) && statusByCode[folded] === status ? code : usual
}
