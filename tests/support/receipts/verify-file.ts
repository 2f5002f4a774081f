import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runVerify } from '../../../server/commands/verify/run-verify.ts'
import { programPath } from '../program-path.ts'

interface VerifyRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** `npm run verify` with these arguments, in the process of the test. */
export async function verify(...args: readonly string[]): Promise<VerifyRun> {
  const { status, lines, complaint } = await runVerify(args)
  return {
    code: status,
    stdout: lines.map((line) => `${line}\n`).join(''),
    stderr: complaint ?? '',
  }
}

const run = promisify(execFile)

/** The same as a process. */
export async function verifyProcess(...args: readonly string[]): Promise<VerifyRun> {
  try {
    const command = programPath('server/commands/verify/main.ts')
    const { stdout, stderr } = await run(process.execPath, [command, ...args])
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as VerifyRun
    return { code, stdout, stderr }
  }
}
