import { ownChecks, madeBy, notProven, proven, type EvidenceCheck } from '../../evidence-check.ts'
import { sha256Digest } from '../../digest.ts'
import { appraiseCompose } from '../appraise/appraise-compose.ts'
import type { BootEvent } from '../appraise/parse-event-log.ts'
import { verifyMeasurements } from '../appraise/verify-measurements.ts'
import type { TdReport } from '../quote/parse-quote.ts'

interface DstackBoot {
  readonly td: TdReport
  readonly eventLog: readonly BootEvent[]
  readonly appCompose: string
}

/** Whether the log is the one that was measured, and the compose file the one that the log names. */
export function judgeBoot(boot: DstackBoot): readonly EvidenceCheck[] {
  return ownChecks(verifyMeasurements(boot))
}

/**
 * What runs is the operator's word, unless the measured file alone decides it.
 */
export function judgeWhatRuns(appCompose: string): readonly EvidenceCheck[] {
  const [content] = appraiseCompose(appCompose, {
    composeHashes: [sha256Digest(appCompose)],
    allowedEnvs: [],
    serving: 'direct',
  })
  const id = 'code.what-runs'
  return madeBy('provider', [
    content?.status === 'fail'
      ? notProven(id, content.reason)
      : proven(id, sha256Digest(appCompose)),
  ])
}
