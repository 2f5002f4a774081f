import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/countersign')

/**
 * A folder of modules with these packages, by name and exact version: the one that was made before, or, where
 * `npm run test:clients` asks for it, a new one.
 * @returns null where there is none
 */
export function findModulesWith(...packages: readonly string[]): string | null {
  const folder = join(cache, packages.join('+').replaceAll('/', '-'))
  const modules = join(folder, 'node_modules')
  const done = join(folder, 'done')
  if (existsSync(done)) return modules
  if (process.env['TEST_CLIENTS'] !== 'all') return null
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const { status } = spawnSync('npm', ['install', ...packages, ...options], {
    cwd: folder,
    stdio: 'ignore',
    timeout: 240_000,
  })
  if (status !== 0) return null
  writeFileSync(done, '')
  return modules
}
