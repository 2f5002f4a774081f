import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pythonClients } from './client-packages.ts'

const cache = join(import.meta.dirname, '../../../node_modules/.cache')

/** A Python that `npm run test:clients` made with these packages; null where it did not. */
export function findPythonWith(clients: keyof typeof pythonClients): string | null {
  const { python, done } = placesFor(pythonClients[clients])
  return existsSync(done) ? python : null
}

function placesFor(packages: readonly string[]) {
  const folder = join(cache, `python-${packages.join('+').replaceAll('==', '-')}`)
  return { folder, python: join(folder, 'bin/python'), done: join(folder, 'done') }
}

/**
 * A Python that has these packages, by name and exact version, made where it is not there.
 * @returns null where there is no Python, or no network
 */
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
