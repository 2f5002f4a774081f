import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache')

/**
 * A Python that has these packages, by name and exact version: the one that was made before, or, where
 * `npm run test:clients` asks for it, a new one. It takes minutes, so no other run makes one.
 * @returns null where there is none
 */
export function findPythonWith(...packages: readonly string[]): string | null {
  const { python, done } = placesFor(packages)
  if (existsSync(done)) return python
  return process.env['TEST_CLIENTS'] === 'all' ? installPython(...packages) : null
}

function placesFor(packages: readonly string[]) {
  const folder = join(cache, `python-${packages.join('+').replaceAll('==', '-')}`)
  return { folder, python: join(folder, 'bin/python'), done: join(folder, 'done') }
}

/** The same, made where it is not there. @returns null where there is no Python, or no network */
export function installPython(...packages: readonly string[]): string | null {
  const { folder, python, done } = placesFor(packages)
  if (existsSync(done)) return python
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'ignore', timeout: 60_000 })
  } catch {
    return null
  }
  const install = ['-m', 'pip', 'install', '-q', '--retries', '0', ...packages]
  if (spawnSync(python, install, { stdio: 'ignore', timeout: 600_000 }).status !== 0) return null
  writeFileSync(done, '')
  return python
}
