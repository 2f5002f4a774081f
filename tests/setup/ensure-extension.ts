import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const sources = ['extension/**/*', 'shared/**/*', 'wxt.config.ts', 'package-lock.json']

/** Builds the extension for both browsers before the tests, unless nothing of it changed since. */
export function setup(): void {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root, withFileTypes: true })) {
    if (file.isFile()) hash.update(file.name).update(readFileSync(join(file.parentPath, file.name)))
  }
  const stamp = join(root, 'dist/extension/built-from')
  const digest = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  process.stdout.write('Building the extension (npm run build:extension), a few seconds…\n')
  for (const browser of [[], ['-b', 'firefox', '--mv3']]) {
    const { status, stdout, stderr } = spawnSync('npx', ['wxt', 'build', ...browser], {
      cwd: root,
      encoding: 'utf8',
      // A test runner's own value would build React for development.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status !== 0) throw new Error(`${stdout}${stderr}`)
  }
  writeFileSync(stamp, digest)
}
