import { encryptedRequestErrors } from '#shared/words/english/errors/encrypted-request-errors.ts'
import type { ReplayGuard } from '../accounts/rate-limits/replay-guard.ts'
import { timestampWindow, type RelayRequestInput } from '../answer/request/parse-relay-request.ts'
import { GatewayError, doNotRetry } from '../common/errors.ts'

export interface ClaimDeps {
  readonly replayGuard: ReplayGuard
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number
  readonly nowSeconds: () => number
}

/** Takes the nonce of an encrypted request, for as long as its timestamp may be used. @throws {GatewayError} e2ee_replay_detected */
export async function claimNonce(
  { replayKey, timestamp }: Pick<RelayRequestInput, 'replayKey' | 'timestamp'>,
  { replayGuard, nowMs, nowSeconds }: ClaimDeps,
): Promise<void> {
  // As long as its timestamp is in the window, which may begin in the future.
  const remainingSeconds = timestamp - nowSeconds() + timestampWindow + 1
  const claim = { nowMs: nowMs(), untilMs: nowMs() + remainingSeconds * 1000 }
  if (await replayGuard.claim(replayKey, claim)) return
  throw new GatewayError('e2ee_replay_detected', encryptedRequestErrors.nonceUsed, {
    headers: doNotRetry,
  })
}
