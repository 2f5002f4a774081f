import { pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { nameAll } from '../e2ee/in-clear/clear-fields.ts'
import type { Check } from '../verdict.ts'

/** What left in clear beside what was encrypted, which somebody allowed, and what came. */
export function judgeClear(sent: readonly string[], came: readonly string[]): readonly Check[] {
  return [
    named('e2ee.clear-fields', 'sent in clear, since this encryption cannot hide them', sent),
    named('e2ee.clear-answer', 'came in clear, since this encryption does not hide them', came),
  ]
}

function named(id: CheckId, reason: string, names: readonly string[]): Check {
  return names.length === 0 ? pass(id) : skip(id, `${reason}: ${nameAll(names)}`)
}
