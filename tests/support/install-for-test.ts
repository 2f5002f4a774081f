import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/countersign')

/**
 * Installs a package that a test runs and the project does not depend on, into a folder of its own. The
 * second time it is there.
 * @param name with its exact version, as `sillytavern@1.19.0`
 * @returns the package's folder, or null where it cannot be had
 */
export function installForTest(name: string): string | null {
  const modules = installAll(name)
  return modules === null ? null : join(modules, name.slice(0, name.lastIndexOf('@')))
}

/** The same of several packages that belong together. @returns the folder of modules */
export function installAll(...names: readonly string[]): string | null {
  const folder = join(cache, names.join('+').replaceAll('/', '-'))
  const done = join(folder, 'done')
  const modules = join(folder, 'node_modules')
  if (existsSync(done)) return modules
  const listed = names.join(' and ')
  process.stdout.write(`Installing ${listed} for a test, up to a minute…\n`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const { status } = spawnSync(
    'npm',
    ['install', ...names, '--no-audit', '--no-fund', '--ignore-scripts'],
    { cwd: folder, stdio: 'ignore', timeout: 240_000 },
  )
  if (status !== 0) {
    process.stdout.write(`${listed} could not be installed, and what needs it is skipped.\n`)
    return null
  }
  writeFileSync(done, '')
  return modules
}
