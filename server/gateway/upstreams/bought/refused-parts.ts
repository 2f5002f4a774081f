import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { CheckId } from '#shared/claims.ts'
import type { Check } from '#shared/verdict.ts'

/** What a refusal lists: every check that failed, and what is required and was not shown. */
export function refusedParts(
  checks: readonly Check[],
  required: readonly CheckId[],
): readonly RefusedCheck[] {
  const made = checks.flatMap((check): readonly RefusedCheck[] =>
    check.status === 'pass' || (check.status === 'skip' && !required.includes(check.id))
      ? []
      : [{ id: check.id, status: check.status, reason: check.reason, by: 'gateway' }],
  )
  const missing = required.filter((id) => checks.every((check) => check.id !== id))
  return [
    ...made,
    ...missing.map((id) => ({ id, status: 'skip', reason: 'not shown', by: 'gateway' }) as const),
  ]
}
