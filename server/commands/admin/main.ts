import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { runAdmin } from './run-admin.ts'

const shippedList = '../../../shared/attestation/sigstore/shipped-trusted-root.json'

// The operator's commands. All but one work on the store itself, beside a running gateway or without one.

process.exitCode = await runAdmin(process.argv.slice(2), {
  variables: process.env,
  randomBytes,
  now: () => new Date(),
  trustedRoot: {
    file: join(import.meta.dirname, shippedList),
    mirror: 'https://tuf-repo-cdn.sigstore.dev',
    firstRoot: null,
  },
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
