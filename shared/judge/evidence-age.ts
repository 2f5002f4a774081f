import type { ReadEvidence } from '../document/parse-evidence.ts'

/** Difference between two clocks that is no fault, in seconds. */
const clockSkewSeconds = 300
const daySeconds = 86_400

type Dated = Pick<ReadEvidence, 'atSeconds'>

/** Whether evidence says that it was fetched at a time that is still to come. */
export function isStillToCome({ atSeconds }: Dated, nowSeconds: number): boolean {
  return atSeconds > nowSeconds + clockSkewSeconds
}

/** On which side of an answer its evidence lies, when that is more than a day away: an enclave may have changed. */
export function apartFromAnswer({ atSeconds }: Dated, issuedAt: string): 'before' | 'after' | null {
  const seconds = atSeconds - Date.parse(issuedAt) / 1000
  if (Math.abs(seconds) <= daySeconds) return null
  return seconds < 0 ? 'before' : 'after'
}
