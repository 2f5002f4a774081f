import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { programPath } from './program-path.ts'

const run = promisify(execFile)
const command = programPath('server/commands/verify/main.ts')

interface VerifyRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** `npm run verify` with these arguments, as a process. */
export async function verify(...args: readonly string[]): Promise<VerifyRun> {
  try {
    const { stdout, stderr } = await run(process.execPath, [command, ...args])
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as VerifyRun
    return { code, stdout, stderr }
  }
}
