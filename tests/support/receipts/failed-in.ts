import type { Check } from '#shared/verdict.ts'

/** Ids of the checks that failed. */
export function failedIn(checks: readonly Check[]): readonly string[] {
  return checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
}
