import { randomBytes } from 'node:crypto'
import type { TrustedRootPlace } from '../../../server/commands/admin/renew-trusted-root.ts'
import { runAdmin } from '../../../server/commands/admin/run-admin.ts'
import { bareEnvironment } from '../bare-environment.ts'

export interface AdminOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The operator's command over a data folder, in the process of the test: what it says and keeps, no more. */
export async function adminHere(
  dataDir: string,
  args: readonly string[],
  trustedRoot: TrustedRootPlace = { file: '', mirror: '', firstRoot: null },
  variables: Readonly<Record<string, string>> = {},
): Promise<AdminOutcome> {
  const said: string[] = []
  const complaints: string[] = []
  const code = await runAdmin(args, {
    variables: { ...bareEnvironment, DATA_DIR: dataDir, ...variables },
    randomBytes,
    now: () => new Date(),
    trustedRoot,
    say: (line) => said.push(`${line}\n`),
    complain: (line) => complaints.push(`${line}\n`),
  })
  return { code, stdout: said.join(''), stderr: complaints.join('') }
}
