import { randomBytes } from 'node:crypto'
import { runAdmin } from './run-admin.ts'

// The operator's commands. They work on the store itself, beside a running gateway or without one.

process.exitCode = await runAdmin(process.argv.slice(2), {
  variables: process.env,
  randomBytes,
  now: () => new Date(),
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
