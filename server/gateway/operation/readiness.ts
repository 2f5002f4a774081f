import type { SafeLogger } from '../common/safe-logger.ts'

interface ReadinessDeps {
  /** Rejects while requests could not be served. */
  readonly check: () => Promise<void>
  readonly logger: Pick<SafeLogger, 'error' | 'info'>
  readonly nowMs: () => number
}

/** Within so long nothing is checked again: anybody may ask, and a check writes to the disk. */
const freshMs = 1_000

/** Whether requests can be served now; each change, and its cause, is one line of the log. */
export function createReadiness({ check, logger, nowMs }: ReadinessDeps): () => Promise<void> {
  let last: { readonly atMs: number; readonly outcome: Promise<void> } | null = null
  let wasReady = true

  async function look(): Promise<void> {
    try {
      await check()
    } catch (error) {
      if (wasReady) logger.error({ err: error }, 'not ready')
      wasReady = false
      throw error
    }
    if (!wasReady) logger.info('ready again')
    wasReady = true
  }

  return () => {
    if (last === null || nowMs() - last.atMs >= freshMs) last = { atMs: nowMs(), outcome: look() }
    return last.outcome
  }
}
