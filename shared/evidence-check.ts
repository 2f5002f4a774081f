import type { CheckId } from './claims.ts'
import type { EvidenceClaimId } from './evidence-claims.ts'
import type { Check } from './verdict.ts'
import * as sharedReasons from './words/english/verdict/shared-reasons.ts'

/** Who made a check: the reader's own program, NVIDIA's service, or nobody but the provider itself. */
export type EvidenceMaker = 'us' | 'nvidia' | 'provider'

interface EvidenceCheckBase {
  readonly id: CheckId | EvidenceClaimId
  /** What it is about, where one document speaks of several: `gateway`, `manager`, an instance. Else empty. */
  readonly subject: string
  readonly by: EvidenceMaker
}

/** One test of bought evidence. A check that could not run is not proven, with its reason, and never a pass. */
export type EvidenceCheck =
  | (EvidenceCheckBase & { readonly status: 'pass'; readonly detail: string })
  | (EvidenceCheckBase & { readonly status: 'fail' | 'not-proven'; readonly reason: string })

export function proven(id: EvidenceClaimId, detail = ''): EvidenceCheck {
  return { id, subject: '', by: 'us', status: 'pass', detail }
}

export function refused(id: EvidenceClaimId, reason: string): EvidenceCheck {
  return { id, subject: '', by: 'us', status: 'fail', reason }
}

export function notProven(id: EvidenceClaimId, reason: string): EvidenceCheck {
  return { id, subject: '', by: 'us', status: 'not-proven', reason }
}

/** Passes unless there is a problem. */
export function decided(id: EvidenceClaimId, problem: string | null, detail = ''): EvidenceCheck {
  return problem === null ? proven(id, detail) : refused(id, problem)
}

/** Passes when both are the same text; the reason of a failure names both. */
export function decidedSame(id: EvidenceClaimId, found: string, expected: string): EvidenceCheck {
  return decided(id, found === expected ? null : sharedReasons.notExpected(found, expected))
}

/** The same checks, of one of several enclaves; what is about a part of it already stays so. */
export function about(subject: string, checks: readonly EvidenceCheck[]): readonly EvidenceCheck[] {
  return checks.map((check) => ({
    ...check,
    subject: check.subject === '' ? subject : `${subject}, ${check.subject}`,
  }))
}

/** The same checks, where what they rest on is somebody else's word. */
export function madeBy(
  by: EvidenceMaker,
  checks: readonly EvidenceCheck[],
): readonly EvidenceCheck[] {
  return checks.map((check) => ({ ...check, by }))
}

/** Checks of a quote and of a boot, which this program makes. */
export function ownChecks(checks: readonly Check[]): readonly EvidenceCheck[] {
  return checks.map((check) => {
    const { id } = check
    const base = { id, subject: '', by: 'us' } as const
    if (check.status === 'pass') return { ...base, status: 'pass', detail: check.detail ?? '' }
    const status = check.status === 'fail' ? 'fail' : 'not-proven'
    return { ...base, status, reason: check.reason }
  })
}
