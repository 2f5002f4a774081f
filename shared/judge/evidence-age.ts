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

/** Whether evidence is more than a day before or after its answer: the enclave may have changed meanwhile. */
export function apartFromAnswer({ atSeconds }: Dated, issuedAt: string): 'before' | 'after' | null {
  const seconds = atSeconds - Date.parse(issuedAt) / 1000
  if (Math.abs(seconds) <= daySeconds) return null
  return seconds < 0 ? 'before' : 'after'
}

/** Enclaves change: what one was on another day is not what it was when it answered. */
export function checkEvidenceTime(evidence: Dated, issuedAt: string): Check {
  const apart = apartFromAnswer(evidence, issuedAt)
  return apart === null
    ? pass('evidence.time')
    : skip('evidence.time', checkReasons.evidenceAge(apart))
}
