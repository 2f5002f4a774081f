import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FormatError } from '#shared/errors.ts'
import { conformanceExit, conformanceLines, runConformance } from './conformance/run-conformance.ts'
import { recordingWords } from '#shared/words/english/programs/recording-words.ts'
import { keepStatus } from '../keep-status.ts'
import { judgeKept } from './judge-kept.ts'
import { judgeRecording, type JudgedRecording } from './judge-recording.ts'
import { judgedExit, judgedLines } from './print-judged.ts'
import { readRecording } from './read-recording.ts'

// The process. It asks nobody: all evidence is in files.

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
    print([recordingWords.help])
    return values.help ? 0 : 3
  }
  const judged = judgeFile(values.recording, values.repository ?? null)
  print(values.json ? [JSON.stringify(judged, null, 2)] : judgedLines(judged))
  return judgedExit(judged)
}

/** A file says itself whether a gateway kept it. */
function judgeFile(path: string, repository: string | null): JudgedRecording {
  const bytes = readFileSync(path)
  const isKept = bytes.subarray(0, 64).includes('countersign-provider-evidence/1')
  return isKept ? judgeKept(bytes, repository) : judgeRecording(readRecording(path), repository)
}

keepStatus()
try {
  process.exitCode = attest(process.argv.slice(2))
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error
  if (!(error instanceof FormatError || isUsage)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 3
}
