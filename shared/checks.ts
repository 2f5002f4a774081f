import type { CheckId } from './claims.ts'
import { showName } from './text/show-name.ts'
import type { Check, FailedCheck, PassedCheck, SkippedCheck } from './verdict.ts'
import * as sharedReasons from './words/english/verdict/shared-reasons.ts'

// A check made by whoever runs this code; a caller that relays somebody else's checks changes `by`.

export function pass(id: CheckId, detail?: string): PassedCheck {
  return detail === undefined
    ? { id, status: 'pass', by: 'you' }
    : { id, status: 'pass', by: 'you', detail }
}

export function fail(id: CheckId, reason: string): FailedCheck {
  return { id, status: 'fail', by: 'you', reason }
}

export function skip(id: CheckId, reason: string): SkippedCheck {
  return { id, status: 'skip', by: 'you', reason }
}

/** The same check, where what it rests on is the provider's word. */
export function byProvider(check: Check): Check {
  return { ...check, by: 'provider' }
}

/** A value, and where it stands: `signed`, `shown`. */
type Side = readonly [where: string, value: string]

/** Reason of a failure where two values differ: `signed: private; shown: tee`. */
export function bothSides(...sides: readonly [Side, Side]): string {
  return sides.map(([where, value]) => `${where}: ${showName(value)}`).join('; ')
}

/** Passes when both values are the same; the reason of a failure says where each stands. */
export function checkSides(id: CheckId, one: Side, other: Side): Check {
  return one[1] === other[1] ? pass(id) : fail(id, bothSides(one, other))
}

/** Passes when both are the same text; the reason of a failure names both. */
export function checkSame(id: CheckId, found: string, expected: string): Check {
  return found === expected ? pass(id) : fail(id, sharedReasons.notExpected(found, expected))
}
