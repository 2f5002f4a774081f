import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { temporaryFolder } from '../temporary-folder.ts'

const source = join(import.meta.dirname, '../../second-opinions')

export const hasGo = spawnSync('go', ['version']).status === 0
export const withoutGo = hasGo ? '' : ' (Go is not installed)'

/** One case of `tests/second-opinions/main.go`. */
export type SecondOpinionCase = Readonly<Record<string, unknown>> & {
  readonly kind: 'snp' | 'tdx' | 'sigstore'
  /** Unix seconds. */
  readonly at: number
}

/** Builds the program of the published Go libraries. @returns what they object to in each case, or '' */
export function buildSecondOpinions(): (cases: readonly SecondOpinionCase[]) => readonly string[] {
  const program = join(temporaryFolder(), 'second-opinions')
  run('go', ['build', '-o', program, '.'], '')
  return (cases) => {
    const lines = run(program, [], cases.map((each) => JSON.stringify(each)).join('\n'))
    // The libraries print warnings between.
    return lines
      .split('\n')
      .filter((line) => line.startsWith('"'))
      .map((line) => JSON.parse(line) as string)
  }
}

function run(command: string, args: readonly string[], input: string): string {
  const options = { cwd: source, input, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const { status, stdout, stderr } = spawnSync(command, args, options)
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
  return stdout.trim()
}
