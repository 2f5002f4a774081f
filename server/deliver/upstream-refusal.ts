import { isApiErrorCode, statusByCode, type ApiErrorCode } from '#shared/api-error.ts'
import type { Json } from '#shared/canonical-json.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import { GatewayError, doNotRetry } from '../errors.ts'
import type { AnswerHead } from '../upstream.ts'

/** What an upstream said of its refusal, as far as it can be read. */
export interface SaidRefusal {
  readonly message: string | null
  readonly type: unknown
  readonly code: unknown
  readonly param: unknown
}

export function readSaid(body: Uint8Array): SaidRefusal {
  try {
    const document = JSON.parse(Buffer.from(body).toString('utf8')) as Json
    const outer = isJsonObject(document) ? document : {}
    const { error } = outer
    if (typeof error === 'string')
      return { message: cut(error), type: null, code: null, param: null }
    const { message, type, code, param } = isJsonObject(error) ? error : outer
    return { message: typeof message === 'string' ? cut(message) : null, type, code, param }
  } catch {
    return { message: null, type: null, code: null, param: null }
  }
}

const longestMessage = 4_000

function cut(text: string): string {
  return text.slice(0, longestMessage).toWellFormed().replace(secrets, '[key]')
}

/** Upstreams quote the key that they were sent, which is the operator's. */
const secrets = /\b(?:sk|pk|rk|key|bearer|token)[-_ ](?=[\w*.-]*[\d*])[\w*.-]{6,}/gi

/** What an upstream says to a caller about the caller's own request, and the code it has when it names none. */
const passedOn: ReadonlyMap<number, ApiErrorCode> = new Map([
  [400, 'invalid_request_error'],
  [404, 'not_found'],
  [413, 'invalid_request_error'],
  [422, 'invalid_request_error'],
  [429, 'rate_limit_exceeded'],
])

/**
 * An upstream's refusal as the caller gets it. One of the caller's request keeps status, code, param and
 * message; one of the operator, 401, 402 or 403, is a plain failure, whose text is for the operator alone.
 */
export function refusalOf({ status, retryAfter }: AnswerHead, said: SaidRefusal): GatewayError {
  const usual = passedOn.get(status)
  const isTemporary = status === 408 || status === 429 || status >= 500
  const headers = {
    ...(isTemporary ? {} : doNotRetry),
    ...(isTemporary && retryAfter !== null && /^\d{1,9}$/.test(retryAfter)
      ? { 'retry-after': retryAfter }
      : {}),
  }
  const plain = `The upstream refused the request with status ${status}.`
  if (usual === undefined) {
    return new GatewayError('upstream_error', plain, {
      extra: { upstream_status: status },
      headers,
      ...(status >= 400 && status < 500 && { forOperator: { status, said: said.message } }),
    })
  }
  const { message, code, param } = said
  return new GatewayError('upstream_error', message ?? plain, {
    passedOn: { status, code: codeOf(code, { status, usual }) },
    ...(typeof param === 'string' && param.length <= 200 && { param }),
    extra: { upstream_status: status },
    headers,
  })
}

interface Usual {
  readonly status: number
  readonly usual: ApiErrorCode
}

/** A code of ours under another status would say something that we did not. */
function codeOf(code: unknown, { status, usual }: Usual): string {
  if (typeof code !== 'string' || !/^[\w.:-]{1,64}$/.test(code)) return usual
  return isApiErrorCode(code) && statusByCode[code] !== status ? usual : code
}
