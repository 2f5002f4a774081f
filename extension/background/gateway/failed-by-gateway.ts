import type { Json } from '#shared/canonical-json.ts'
import { fail } from '#shared/checks.ts'
import { claims, type CheckId } from '#shared/claims.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import type { FailedCheck } from '#shared/verdict.ts'
import { backgroundReasons } from '#shared/words/english/extension/refused-request.ts'

/**
 * The check that failed as the gateway says, in the error with which the gateway broke off an answer. It can
 * only make things worse: what the gateway says failed did not pass here.
 */
export function failedByGateway({ error }: JsonObject): FailedCheck | null {
  const checks = isJsonObject(error) ? error['checks'] : undefined
  const failed = (Array.isArray(checks) ? (checks as readonly Json[]) : [])
    .filter(isJsonObject)
    .flatMap(({ id, status, reason }) =>
      status === 'fail' && isCheckId(id) && typeof reason === 'string'
        ? [fail(id, backgroundReasons.gatewayReports(reason))]
        : [],
    )
  // The checks `enclave.*` sum up other checks, so one of them counts only if no other check failed.
  return failed.find(({ id }) => !id.startsWith('enclave.')) ?? failed[0] ?? null
}

function isCheckId(id: Json | undefined): id is CheckId {
  return typeof id === 'string' && Object.hasOwn(claims, id)
}
