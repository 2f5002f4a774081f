import { operatorLog } from '#shared/words/english/programs/operator-log.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import type { GatewayError } from '../../common/errors.ts'
import type { AnswerHead } from '../../common/upstream.ts'
import type { UpstreamTrouble } from '../upstream-trouble.ts'

/** What the operator of the leg's upstream has to see to. */
type Trouble = Omit<UpstreamTrouble, 'upstream'>

/** The upstream was sent nothing, so another route may serve the same request. */
export class UpstreamUnreachable extends Error {
  override readonly name = 'UpstreamUnreachable'
  /** Why an enclave was not verified; null when it was a matter of the connection. */
  readonly checks: readonly RefusedCheck[] | null
  readonly trouble: Trouble

  constructor(checks: readonly RefusedCheck[] | null, trouble: Trouble) {
    super(operatorLog.notReached)
    this.checks = checks
    this.trouble = trouble
  }
}

/** The upstream was sent the request, and says that it did not answer it: another of its mode may. */
export class UpstreamRefused extends Error {
  override readonly name = 'UpstreamRefused'
  /** 429, or 500 and above. */
  readonly status: number
  /** As sent. */
  readonly retryAfter: string | null
  /** What the caller is told where no other answers. */
  readonly refusal: GatewayError
  readonly trouble: Trouble | null

  constructor({ status, retryAfter }: AnswerHead, refusal: GatewayError, trouble: Trouble | null) {
    super(operatorLog.refused)
    this.status = status
    this.retryAfter = retryAfter
    this.refusal = refusal
    this.trouble = trouble
  }
}

/** Failures after which another route may serve the same request. */
export type LegFailure = UpstreamUnreachable | UpstreamRefused

/** The upstream was at work on the request, or will not take it from this gateway: nobody else is asked. */
export class UpstreamBroken extends Error {
  override readonly name = 'UpstreamBroken'
  /** What the caller is told. */
  readonly refusal: GatewayError
  readonly trouble: Trouble

  constructor(refusal: GatewayError, trouble: Trouble) {
    super(operatorLog.noAnswer)
    this.refusal = refusal
    this.trouble = trouble
  }
}

/** The caller went away, or the gateway ends: nobody is left to tell. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}
