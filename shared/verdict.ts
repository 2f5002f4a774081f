import type { CheckId } from './claims.ts'

/** Who made a check: the reader's own program, the gateway, or nobody but the provider itself. */
type MadeBy = 'you' | 'gateway' | 'provider'

interface CheckBase {
  readonly id: CheckId
  readonly by: MadeBy
}

export type PassedCheck = CheckBase & {
  readonly status: 'pass'
  readonly detail?: string
  /** Members of what was given that are not part of what passed. */
  readonly leftOut?: readonly string[]
}
export type FailedCheck = CheckBase & { readonly status: 'fail'; readonly reason: string }
export type SkippedCheck = CheckBase & {
  readonly status: 'skip'
  readonly reason: string
  /**
   * `not opened`: it was tried and did not open, in no way in which a program may have written it anew. That it was
   * altered cannot be told from that. `signs nothing`: the enclave's evidence holds, and such enclaves sign no answers.
   */
  readonly finding?: 'not opened' | 'signs nothing'
}

/** One test of one claim. A check that could not run is a skip with its reason, never a pass. */
export type Check = PassedCheck | FailedCheck | SkippedCheck

export type Verdict =
  | { readonly kind: 'verified'; readonly checks: readonly Check[] }
  | {
      readonly kind: 'partial'
      readonly checks: readonly Check[]
      /** Required checks that were skipped or never run. */
      readonly missing: readonly CheckId[]
    }
  | { readonly kind: 'rejected'; readonly checks: readonly Check[]; readonly failed: FailedCheck }

/**
 * Any failure rejects. Everything `required` must have passed to be verified: a check that was
 * skipped, or never run, leaves the verdict partial. An empty `required` is therefore never
 * verified.
 */
export function decideVerdict(checks: readonly Check[], required: readonly CheckId[]): Verdict {
  const failed = checks.find((check) => check.status === 'fail')
  if (failed) return { kind: 'rejected', checks, failed }

  const passed = new Set(checks.filter((check) => check.status === 'pass').map((check) => check.id))
  const skipped = new Set(
    checks.filter((check) => check.status === 'skip').map((check) => check.id),
  )
  const missing = required.filter((id) => !passed.has(id) || skipped.has(id))
  if (required.length === 0 || missing.length > 0) return { kind: 'partial', checks, missing }
  return { kind: 'verified', checks }
}
