import { parseArgs } from 'node:util'
import { FormatError } from '#shared/errors.ts'
import { conformanceExit, conformanceLines, runConformance } from './conformance/run-conformance.ts'
import { judgeRecording } from './judge-recording.ts'
import { judgedExit, judgedLines } from './print-judged.ts'
import { readRecording } from './read-recording.ts'

// The process. It asks nobody: all evidence is in files.

const help = `Judges recorded evidence of a provider's enclave, at the time of the recording.

  npm run attest -- --recording <file> [--repository <owner/name>] [--json]
  npm run attest -- --conformance <folder> [--json]

  --recording   what a provider, and those who sign about its machines, answered
  --repository  whose release must run in an enclave of Tinfoil
  --conformance a checkout of tinfoilsh/tinfoil-conformance, or a file of its cases: each is judged at its own time
  --json        the verdict and every check as JSON

Exit: 0 all that is required passed, 1 a check failed, 2 something is missing, 3 nothing was judged.`

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

function attest(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: {
      recording: { type: 'string' },
      repository: { type: 'string' },
      conformance: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.conformance !== undefined) {
    const results = runConformance(values.conformance)
    print(values.json ? [JSON.stringify(results, null, 2)] : conformanceLines(results))
    return conformanceExit(results)
  }
  if (values.help || values.recording === undefined) {
    print([help])
    return values.help ? 0 : 3
  }
  const judged = judgeRecording(readRecording(values.recording), values.repository ?? null)
  print(values.json ? [JSON.stringify(judged, null, 2)] : judgedLines(judged))
  return judgedExit(judged)
}

try {
  process.exitCode = attest(process.argv.slice(2))
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error
  if (!(error instanceof FormatError || isUsage)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 3
}
