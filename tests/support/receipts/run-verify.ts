import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AnswerOfState } from './answers-by-state.ts'
import {
  messages,
  testLimits,
  testReferenceValues,
  testRoot,
} from '../enclave/make-enclave-answer.ts'
import { programPath } from '../program-path.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const run = promisify(execFile)

interface Ran {
  readonly code: number
  readonly stdout: string
}

/** `npm run verify` for an answer with what its reader holds, where the root of the test is hardware's. */
export async function runVerify(held: AnswerOfState, ...more: readonly string[]): Promise<Ran> {
  const folder = temporaryFolder()
  const file = (name: string, content: unknown) => {
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  const args = [
    '--import',
    join(import.meta.dirname, '../enclave/plant-root.ts'),
    programPath('server/commands/verify/main.ts'),
    file('answer.json', held.answer),
    ...(held.signer === 'named' ? ['--signer', testLimits.seal_signer] : []),
    ...(held.messages === 'given' ? ['--messages', file('messages.json', messages)] : []),
    ...(held.evidence === null
      ? []
      : [
          '--evidence',
          file('evidence.json', held.evidence),
          '--reference-values',
          file('reference-values.json', testReferenceValues),
        ]),
    ...more,
  ]
  const env = { ...process.env, PLANTED_ROOT: testRoot }
  try {
    return { code: 0, stdout: (await run(process.execPath, args, { env })).stdout }
  } catch (error) {
    const { code, stdout } = error as Ran
    return { code, stdout }
  }
}
