import { pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { nameAll } from '../e2ee/in-clear/clear-fields.ts'
import type { Check } from '../verdict.ts'
import * as checkReasons from '../words/english/verdict/check-reasons.ts'

/** What left in clear beside what was encrypted, which somebody allowed, and what came. */
export function judgeClear(sent: readonly string[], came: readonly string[]): readonly Check[] {
  return [
    named('e2ee.clear-fields', checkReasons.sentInClear, sent),
    named('e2ee.clear-answer', checkReasons.cameInClear, came),
  ]
}

function named(id: CheckId, reason: string, names: readonly string[]): Check {
  return names.length === 0 ? pass(id) : skip(id, `${reason}: ${nameAll(names)}`)
}
