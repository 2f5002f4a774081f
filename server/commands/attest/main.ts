import { parseArgs } from 'node:util'
import { FormatError } from '#shared/errors.ts'
import { attestWords } from '#shared/words/english/attest-command.ts'
import { judgeRecording } from './judge-recording.ts'
import { judgedExit, judgedLines } from './print-judged.ts'
import { readRecording } from './read-recording.ts'

// The process. It asks nobody: all evidence is in files.

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
    process.stdout.write(`${attestWords.help}\n`)
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
