import { claims, type CheckId } from '../claims.ts'
import type { DialectId } from '../dialects/api-dialect.ts'
import { errorBody } from '../dialects/error-shapes.ts'
import type { ExchangeRefused } from '../exchange/exchange-refused.ts'
import { CountersignError } from './countersign-error.ts'

interface RefusalBody {
  readonly error: {
    readonly message: string
    readonly unreachable?: true
    readonly checks?: readonly { readonly id?: unknown; readonly status?: unknown }[]
  }
}

/**
 * A refusal of this request (400, 401, 404, 409, 429…), also one made here before anything was sent, is a response that
 * SDKs know: its code, message and member are told, no other text of the gateway's. Everything else is thrown: what could not be proven or be reached.
 * @throws {CountersignError}
 */
export function settleRefusal(refused: ExchangeRefused, dialect: DialectId): Response {
  const { statusCode, headers } = refused
  if (statusCode >= 500) throw toCountersignError(refused)
  return new Response(errorBody(refused, dialect), {
    status: statusCode,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  })
}

export function toCountersignError(refused: ExchangeRefused): CountersignError {
  const { code, statusCode, body, message } = refused
  const { error } = JSON.parse(body) as RefusalBody
  if (error.unreachable) return new CountersignError('gateway_unreachable', message)
  const checks = checksOf(error)
  return new CountersignError(code, message, {
    checks,
    state: checks.length > 0 ? 'failed' : null,
    status: statusCode,
  })
}

/** Those that failed, or where none did, the others; ids that are none are left out. */
function checksOf({ checks = [] }: RefusalBody['error']): readonly CheckId[] {
  const known = (Array.isArray(checks) ? checks : []).filter(
    (check): check is { id: CheckId; status: unknown } =>
      typeof check?.id === 'string' && Object.hasOwn(claims, check.id),
  )
  const failed = known.filter(({ status }) => status === 'fail')
  return (failed.length > 0 ? failed : known).map(({ id }) => id)
}
