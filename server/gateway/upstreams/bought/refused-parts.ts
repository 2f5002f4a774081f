import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { CheckId } from '#shared/claims.ts'
import type { Check } from '#shared/verdict.ts'
import { answerProblems } from '#shared/words/english/errors/provider-errors.ts'

/** What a refusal lists: every check that failed; where none did, what is required and was not shown. */
export function refusedParts(
  checks: readonly Check[],
  required: readonly CheckId[],
): readonly RefusedCheck[] {
  const failed = checks.filter((check) => check.status === 'fail')
  const listed = failed.length > 0 ? failed : required.flatMap((id) => notShown(id, checks))
  return listed.map(({ id, status, reason }) => ({ id, status, reason, by: 'gateway' }))
}

function notShown(id: CheckId, checks: readonly Check[]) {
  const own = checks.filter((check) => check.id === id)
  const skipped = own.find((check) => check.status === 'skip')
  if (own.length > 0 && skipped === undefined) return []
  return [{ id, status: 'skip', reason: skipped?.reason ?? answerProblems.notShown } as const]
}
