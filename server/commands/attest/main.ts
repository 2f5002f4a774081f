import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FormatError } from '#shared/errors.ts'
import { conformanceExit, conformanceLines, runConformance } from './conformance/run-conformance.ts'
import { ConfigError } from '../../gateway/common/config-error.ts'
import { attestLive } from './attest-live.ts'
import { judgeKept } from './judge-kept.ts'
import { judgeRecording, type JudgedRecording } from './judge-recording.ts'
import { judgedExit, judgedLines } from './print-judged.ts'
import { readRecording } from './read-recording.ts'

// The process. Without --live it asks nobody: all evidence is in files.

const help = `Judges evidence of a provider's enclave: a recording as of its own time, or a live enclave.

  npm run attest -- --recording <file> [--repository <owner/name>] [--json]
  npm run attest -- --conformance <folder> [--json]
  npm run attest:live -- <upstream> [--config <file>] [--record <file>] [--ask]

  --recording   the recorded answers of a provider and of the makers of its machines; or evidence that a gateway kept
  --repository  the repository whose release must run in an enclave of Tinfoil
  --conformance a checkout of tinfoilsh/tinfoil-conformance, or a file of its cases; each case is judged at its own time
  --live        verifies an upstream of the gateway's configuration, in the same way as the gateway
  --config      the configuration; by default the file that the gateway reads
  --record      writes the evidence, without any key, so that anybody can judge it again
  --ask         asks one question with the upstream's key, and judges the proof of the answer
  --json        the verdict and every check as JSON

Exit: 0 every required check passed, 1 a check failed, 2 a check is missing, 3 nothing was judged.`

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

async function attest(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      recording: { type: 'string' },
      repository: { type: 'string' },
      conformance: { type: 'string' },
      live: { type: 'string' },
      config: { type: 'string' },
      record: { type: 'string' },
      ask: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.conformance !== undefined) {
    const results = runConformance(values.conformance)
    print(values.json ? [JSON.stringify(results, null, 2)] : conformanceLines(results))
    return conformanceExit(results)
  }
  if (values.live !== undefined) {
    const { lines, exit } = await attestLive({
      upstream: values.live,
      config: values.config ?? null,
      record: values.record ?? null,
      ask: values.ask,
      variables: process.env,
    })
    print(lines)
    return exit
  }
  if (values.help || values.recording === undefined) {
    print([help])
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

try {
  process.exitCode = await attest(process.argv.slice(2))
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error
  const isSetting = error instanceof ConfigError
  if (!(error instanceof FormatError || isUsage || isSetting)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 3
}
