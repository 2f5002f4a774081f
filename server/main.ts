import { run, type Gateway } from './run.ts'
import { ConfigError } from './config/config-error.ts'
import { describeError } from './operation/safe-logger.ts'
import { SignerError } from './signer/signer-error.ts'
import { StoreError } from './store/store.ts'

// The process: it reads the environment, starts, and ends. Everything else is told what it needs.

function leave(error: unknown): never {
  const isForPeople =
    error instanceof ConfigError || error instanceof StoreError || error instanceof SignerError
  const text = isForPeople
    ? `Countersign cannot start. ${error.message}`
    : `Countersign stops: ${JSON.stringify(describeError(error))}`
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

process.on('uncaughtException', leave)
process.on('unhandledRejection', leave)

let gateway: Gateway | null = null

// Heard from the first moment on: by itself the first of them would end the process.
process.on('SIGHUP', () => void gateway?.reload())
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    if (gateway === null) process.exit(0)
    void gateway.stop().then(() => process.exit(0), leave)
  })
}

try {
  gateway = await run(process.env, (line) => process.stdout.write(`${line}\n`))
} catch (error) {
  leave(error)
}
