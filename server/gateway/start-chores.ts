import { operatorLog } from '#shared/words/english/programs/operator-log.ts'
import type { UsageBook } from './accounts/usage-book.ts'
import { dependencyOf } from './operation/dependency-of.ts'
import type { Metrics } from './operation/metrics.ts'
import type { SafeLogger } from './common/safe-logger.ts'
import type { ServedConfig } from './serve-config.ts'
import type { SignerSchedule } from './signer/signer-schedule.ts'

/** Well within the lead of a signer's rotation. */
const signerRefreshMs = 1_000
const pruneEveryMs = 3_600_000
/** What keys used in so long a time is lost with a gateway that is killed. */
const writeUsageMs = 5_000

interface ChoresDeps {
  readonly schedule: Pick<SignerSchedule, 'refresh'>
  readonly logger: SafeLogger
  readonly metrics: Metrics
  readonly usage: UsageBook
}

/** What is done again and again while the gateway runs. */
export function startChores(
  { schedule, logger, metrics, usage }: ChoresDeps,
  served: () => Pick<ServedConfig, 'accounts'>,
) {
  const endUnusedKeys = async () => {
    try {
      await served().accounts.endUnused()
    } catch (error) {
      metrics.countDependencyError(dependencyOf(error))
      logger.error({ err: error }, operatorLog.keysNotEnded)
    }
  }
  let problem: unknown = null
  const refresh = setInterval(() => {
    schedule.refresh().then(
      () => {
        if (problem !== null) logger.info(operatorLog.signsAgain)
        problem = null
      },
      (error: unknown) => {
        metrics.countDependencyError(dependencyOf(error))
        const { code = 'unknown' } = error as { code?: unknown }
        if (problem !== code) logger.error({ err: error }, operatorLog.signsNotForLong)
        problem = code
      },
    )
  }, signerRefreshMs)
  const prune = setInterval(() => {
    void endUnusedKeys()
    usage.endOld().catch(notWritten)
  }, pruneEveryMs)
  prune.unref()
  function notWritten(error: unknown): void {
    metrics.countDependencyError(dependencyOf(error))
    logger.error({ err: error }, operatorLog.usageUnwritten)
  }
  const write = setInterval(() => {
    usage.settle()
    usage.write().catch(notWritten)
  }, writeUsageMs)
  return {
    endUnusedKeys,
    async stop() {
      clearInterval(write)
      await usage.write().catch(notWritten)
      clearInterval(refresh)
      clearInterval(prune)
    },
  }
}
