import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Shown } from '../requests/stream-readers.ts'

const version = '3.54.0'
const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'node_modules/.cache', `openai-python-${version}`)
const ownPython = join(folder, 'bin/python')

export type PythonFound =
  | { readonly kind: 'found'; readonly python: string }
  | { readonly kind: 'absent'; readonly reason: string }

/**
 * A Python with the official client of a known version: the one that was made before, or a new one where there is a
 * Python and a network.
 */
export function findPython(): PythonFound {
  if (hasClient(ownPython)) return { kind: 'found', python: ownPython }
  if (hasClient('python3')) return { kind: 'found', python: 'python3' }
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'ignore', timeout: 60_000 })
  } catch {
    return { kind: 'absent', reason: 'there is no python3 that can make an environment' }
  }
  const install = ['-m', 'pip', 'install', '-q', '--retries', '0', '--timeout', '10']
  spawnSync(ownPython, [...install, `openai==${version}`], { stdio: 'ignore', timeout: 180_000 })
  if (hasClient(ownPython)) return { kind: 'found', python: ownPython }
  return { kind: 'absent', reason: `openai ${version} could not be installed from PyPI` }
}

function hasClient(python: string): boolean {
  const check = `import openai; assert openai.__version__ == "${version}"`
  return spawnSync(python, ['-c', check], { stdio: 'ignore', timeout: 60_000 }).status === 0
}

/** What the client shows of each stream, in order. */
export function readWithPython(
  python: string,
  streams: readonly { readonly bytes: Uint8Array; readonly n: number }[],
): readonly Shown[] {
  const lines = streams.map(({ bytes, n }) =>
    JSON.stringify({ stream: Buffer.from(bytes).toString('base64'), n }),
  )
  return runLines<Shown>(python, 'read-with-openai.py', lines)
}

/** What a program keeps of each answer, by how it does that. */
export function saveWithPython(
  python: string,
  answers: readonly { readonly answer: string; readonly stream: string }[],
): readonly Readonly<Record<string, string>>[] {
  const lines = answers.map(({ answer, stream }) => JSON.stringify({ answer, stream }))
  return runLines<Readonly<Record<string, string>>>(python, 'save-with-openai.py', lines)
}

/** A line of JSON in, a line of JSON out. */
function runLines<Line>(python: string, script: string, lines: readonly string[]): readonly Line[] {
  const output = execFileSync(python, [join(import.meta.dirname, script)], {
    input: lines.join('\n'),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 240_000,
  })
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
