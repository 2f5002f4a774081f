import { operatorStates } from '#shared/words/english/programs/operator-log.ts'
import type { SafeLogger } from '../common/safe-logger.ts'
import type { Dependency } from './metrics.ts'

interface ReadinessDeps {
  /** Rejects while nothing can be kept. */
  readonly pingStore: () => Promise<void>
  /** Rejects while nothing can be counted. */
  readonly pingLimits: () => Promise<void>
  /** Rejects while nothing can be signed. */
  readonly checkSigner: () => Promise<void>
  readonly logger: Pick<SafeLogger, 'error' | 'info'>
  readonly nowMs: () => number
}

/** Within so long nothing is checked again: anybody may ask, and a check writes to the disk. */
const freshMs = 1_000
/** A part that does not answer within so long is away: a probe waits no longer than 5 s. */
const answerMs = 3_000

/** What cannot be reached now; each change, and its causes, is one line of the log. */
export function createReadiness({
  pingStore,
  pingLimits,
  checkSigner,
  logger,
  nowMs,
}: ReadinessDeps): () => Promise<readonly Dependency[]> {
  let last: { readonly atMs: number; readonly away: Promise<readonly Dependency[]> } | null = null
  let before = ''

  async function look(): Promise<readonly Dependency[]> {
    const failures = new Map<Dependency, unknown>()
    const tryPart = async (part: Dependency, check: () => Promise<void>) => {
      try {
        await answered(check)
      } catch (error) {
        failures.set(part, error)
      }
    }
    await Promise.all([tryPart('store', pingStore), tryPart('redis', pingLimits)])
    // It reads the store, too.
    if (!failures.has('store')) await tryPart('signer', checkSigner)
    const away = [...failures.keys()].toSorted()
    if (away.join() !== before) {
      if (away.length === 0) logger.info(operatorStates.readyAgain)
      for (const [part, err] of failures) logger.error({ err, part }, operatorStates.notReady)
    }
    before = away.join()
    return away
  }

  return () => {
    if (last === null || nowMs() - last.atMs >= freshMs) last = { atMs: nowMs(), away: look() }
    return last.away
  }
}

async function answered(check: () => Promise<void>): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), answerMs)
  try {
    await Promise.race([check(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
