import cluster from 'node:cluster'
import { startWords } from '#shared/words/english/programs/start-lines.ts'
import { ConfigError } from './gateway/common/config-error.ts'
import { parseEnvironment } from './gateway/config/parse-environment.ts'
import { emptyCoreDumps } from './gateway/operation/empty-core-dumps.ts'
import { keepTickShape } from './gateway/operation/keep-tick-shape.ts'
import { describeError } from './gateway/common/safe-logger.ts'
import { packExtension } from './packages/pack-extension.ts'
import { startDemo } from './demo/start-demo.ts'
import type { Gateway } from './gateway/common/gateway.ts'
import { run } from './gateway/run.ts'
import { SignerError } from './gateway/signer/signer-error.ts'
import { StoreError } from './gateway/store/store.ts'
import { runWorkers, WorkersUnstartable } from './gateway/operation/workers/run-workers.ts'

// The process: it reads the environment, starts, and ends. Everything else is told what it needs.

emptyCoreDumps()
keepTickShape()

function leave(error: unknown): never {
  if (error instanceof WorkersUnstartable) process.exit(1)
  const isForPeople =
    error instanceof ConfigError || error instanceof StoreError || error instanceof SignerError
  const text = isForPeople
    ? startWords.cannotStart(error.message)
    : startWords.stops(JSON.stringify(describeError(error)))
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

process.on('uncaughtException', leave)
process.on('unhandledRejection', leave)

const say = (line: string) => void process.stdout.write(`${line}\n`)
const sayNothing = () => {}

function start(): Promise<Gateway> {
  if (cluster.isWorker) {
    const tell = process.env['COUNTERSIGN_WORKER'] === 'silent' ? sayNothing : say
    return run(process.env, tell, startDemo)
  }
  const environment = parseEnvironment(process.env)
  return environment.workers > 1 ? runWorkers(environment, say) : run(process.env, say, startDemo)
}

let gateway: Gateway | null = null
let stopsSinceMs: number | null = null
/** npm hands on what a terminal has already sent to every process: one Ctrl-C comes twice. */
const sameSignalMs = 500

/** For `/extension`; a gateway serves without it, too. */
async function offerExtension(): Promise<void> {
  try {
    let isNew = false
    const isThere = await packExtension(() => {
      isNew = true
      say('')
      say(startWords.building)
    })
    if (isThere && isNew) say(startWords.built)
  } catch (error) {
    process.stderr.write(startWords.notBuilt(String(error)))
  }
}

function stop(): void {
  if (gateway === null) process.exit(0)
  if (stopsSinceMs !== null) return
  stopsSinceMs = performance.now()
  void gateway.stop().then(() => process.exit(0), leave)
}

/** A second Ctrl-C does not wait for answers in flight. */
function interrupt(): void {
  if (stopsSinceMs !== null && performance.now() - stopsSinceMs > sameSignalMs) process.exit(130)
  stop()
}

// Heard from the first moment on: by itself the first of them would end the process.
process.on('SIGHUP', () => void gateway?.reload())
if (cluster.isWorker) {
  // Ctrl-C and a service manager tell every process; the one that started a worker tells it when to end.
  process.on('SIGINT', sayNothing)
  process.on('SIGTERM', stop)
} else {
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', stop)
}

try {
  gateway = await start()
  const isToOffer = process.argv.includes('--with-extension') && !process.env['EXTENSION_OUT']
  if (isToOffer && !cluster.isWorker) void offerExtension()
} catch (error) {
  leave(error)
}
