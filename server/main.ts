import { run } from './run.ts'
import { ConfigError } from './config/config-error.ts'
import { describeError } from './safe-logger.ts'

// The process: it reads the environment, starts, and ends. Everything else is told what it needs.

function leave(error: unknown): never {
  const text =
    error instanceof ConfigError
      ? `Countersign cannot start. ${error.message}`
      : `Countersign stops: ${JSON.stringify(describeError(error))}`
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

process.on('uncaughtException', leave)
process.on('unhandledRejection', leave)

try {
  const gateway = await run(process.env, (line) => process.stdout.write(`${line}\n`))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void gateway.stop().then(() => process.exit(0), leave)
    })
  }
} catch (error) {
  leave(error)
}
