import { parseArgs } from 'node:util'
import { FormatError } from '#shared/errors.ts'
import { judgeRecording } from './judge-recording.ts'
import { judgedExit, judgedLines } from './print-judged.ts'
import { readRecording } from './read-recording.ts'

// The process. It asks nobody: all evidence is in files.

const help = `Judges recorded evidence of a provider's enclave, at the time of the recording.

  npm run attest -- --recording <file> [--repository <owner/name>] [--json]

  --recording   what a provider, and those who sign about its machines, answered
  --repository  whose release must run in an enclave of Tinfoil
  --json        the verdict and every check as JSON

Exit: 0 all that is required passed, 1 a check failed, 2 something is missing, 3 nothing was judged.`

function attest(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: {
      recording: { type: 'string' },
      repository: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || values.recording === undefined) {
    process.stdout.write(`${help}\n`)
    return values.help ? 0 : 3
  }
  const judged = judgeRecording(readRecording(values.recording), values.repository ?? null)
  const lines = values.json ? [JSON.stringify(judged, null, 2)] : judgedLines(judged)
  process.stdout.write(`${lines.join('\n')}\n`)
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
