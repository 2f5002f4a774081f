import { environmentProblems } from '#shared/words/english/configuration/environment-problems.ts'
import { operatorLog, operatorStates } from '#shared/words/english/programs/operator-log.ts'
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '../../common/config-error.ts'
import { readGatewayConfig } from '../../config/load-config.ts'
import type { Environment } from '../../config/parse-environment.ts'
import { createLogger, linesLeft } from '../../common/safe-logger.ts'
import type { Gateway } from '../../common/gateway.ts'
import { holdStore, openStore } from '../../store/store-registry.ts'
import { gatherCounts } from './gather-counts.ts'

/** One that ends sooner after its start is not replaced at once. */
const shortLifeMs = 10_000
const firstPauseMs = 500
const longestPauseMs = 30_000
/** Milliseconds that a worker gets beyond its own drain. */
const lastWordsMs = 5_000

/** The first worker could not start, and has said why. */
export class WorkersUnstartable extends Error {
  override readonly name = 'WorkersUnstartable'
}

/**
 * Starts `WORKERS` processes on one port, each a gateway, and replaces one that dies.
 * @throws {ConfigError | WorkersUnstartable}
 */
export async function runWorkers(
  environment: Environment,
  say: (line: string) => void,
): Promise<Gateway> {
  if ((await readGatewayConfig(environment.configPath)) === null) throw demoAlone()
  // Each takes connections from the system by itself: one that was handed to a worker as it died would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const letGo = await holdForWorkers(environment.databaseUrl)
  const logger = createLogger(environment.logLevel)
  const counts = gatherCounts()
  const workers = new Set<Worker>()
  let isEnding = false
  let pauseMs = 0

  function start(voice: 'speaks' | 'silent'): Worker {
    const startedMs = performance.now()
    const worker = cluster.fork({ COUNTERSIGN_WORKER: voice })
    workers.add(worker)
    counts.join(worker)
    worker.once('listening', () => {
      logger.info({ worker: worker.process.pid }, operatorStates.workerServes)
    })
    worker.once('exit', (code: number | null, signal: string | null) => {
      workers.delete(worker)
      if (isEnding || (voice === 'speaks' && !hasStarted)) return
      logger.error({ worker: worker.process.pid, code, signal }, operatorLog.workerEnded)
      pauseMs =
        performance.now() - startedMs > shortLifeMs
          ? 0
          : Math.min(longestPauseMs, Math.max(firstPauseMs, pauseMs * 2))
      void replace(pauseMs)
    })
    return worker
  }

  async function replace(afterMs: number): Promise<void> {
    await delay(afterMs)
    if (!isEnding) start('silent')
  }

  // The others begin when the first one serves: what stops it would stop them all, and is said once.
  let hasStarted = false
  const first = start('speaks')
  const ended = new AbortController()
  first.once('exit', () => ended.abort())
  await once(first, 'listening', { signal: ended.signal }).catch(() => {
    letGo()
    throw new WorkersUnstartable()
  })
  hasStarted = true
  for (let number = 1; number < environment.workers; number += 1) start('silent')
  say(`  Workers    ${environment.workers}`)

  return {
    async reload() {
      try {
        // One line of the log says what is wrong, and not one of each worker.
        await readGatewayConfig(environment.configPath)
        for (const worker of workers) worker.process.kill('SIGHUP')
      } catch (error) {
        logger.error({ err: error }, operatorLog.oldConfiguration)
      }
    },
    async stop() {
      isEnding = true
      const all = [...workers]
      const ends = all.map((worker) => once(worker, 'exit'))
      for (const worker of all) worker.process.kill('SIGTERM')
      const cut = setTimeout(
        () => {
          for (const worker of workers) worker.process.kill('SIGKILL')
        },
        environment.drainSeconds * 1000 + lastWordsMs,
      )
      await Promise.all(ends)
      clearTimeout(cut)
      counts.stop()
      letGo()
      await linesLeft(logger)
    },
  }
}

/** Brings the store up to date, and keeps it for these workers where it is one gateway's alone. */
async function holdForWorkers(databaseUrl: string): Promise<() => void> {
  const store = await openStore(databaseUrl)
  try {
    return holdStore(databaseUrl)
  } finally {
    await store.close()
  }
}

function demoAlone(): ConfigError {
  return new ConfigError(
    'WORKERS',
    environmentProblems.demoWorkers,
    environmentProblems.writeConfig,
  )
}
