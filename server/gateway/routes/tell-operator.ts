import { operatorLog } from '#shared/words/english/programs/operator-log.ts'
import type { UpstreamTrouble } from '../answer/upstream-trouble.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../common/safe-logger.ts'

/** Counts what an upstream did in the place of an answer, and says it in the log. */
export function tellOperator(
  trouble: UpstreamTrouble,
  requestId: string,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: SafeLogger },
): void {
  metrics.countUpstreamTrouble(trouble)
  logger.warn({ requestId, ...trouble }, operatorLog.noAnswer)
}
