import { pass, skip } from '../checks.ts'
import type { ReadEvidence } from '../document/parse-evidence.ts'
import type { Check } from '../verdict.ts'
import * as checkReasons from '../words/english/verdict/check-reasons.ts'

/** Difference between two clocks that is no fault, in seconds. */
const clockSkewSeconds = 300
const daySeconds = 86_400

type Dated = Pick<ReadEvidence, 'atSeconds'>

/** Whether evidence says that it was fetched at a time that is still to come. */
export function isStillToCome({ atSeconds }: Dated, nowSeconds: number): boolean {
  return atSeconds > nowSeconds + clockSkewSeconds
}

/**
 * Passes where evidence is at most a day before or after its answer. Enclaves change: what one was on another day is not
 * what it was when it answered.
 */
export function checkEvidenceTime({ atSeconds }: Dated, issuedAt: string): Check {
  const seconds = atSeconds - Date.parse(issuedAt) / 1000
  if (Math.abs(seconds) <= daySeconds) return pass('evidence.time')
  return skip('evidence.time', checkReasons.evidenceAge(seconds < 0 ? 'before' : 'after'))
}
