import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { placesOf } from './test-packages.ts'

/**
 * Begins to install a package for a test into a folder of its own; the second time it is there.
 * @returns what ends it before its time
 */
export function beginInstall(name: string): () => void {
  const { folder, done, failed } = placesOf(name)
  if (existsSync(done)) return () => {}
  process.stdout.write(`Installing ${name} for a test, up to a minute beside the others…\n`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const child = spawn(
    'npm',
    ['install', name, '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'],
    { cwd: folder, stdio: 'ignore', timeout: 240_000 },
  )
  child.once('error', () => writeFileSync(failed, ''))
  child.once('exit', (code) => writeFileSync(code === 0 ? done : failed, ''))
  return () => child.kill()
}
