import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { AdminDeps } from './admin-deps.ts'

const shippedList = '../../../shared/attestation/sigstore/shipped-trusted-root.json'

/** What the operator's commands need, of this process. */
export const processDeps: AdminDeps = {
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
}
