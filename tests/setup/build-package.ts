import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
/** What it is built of. */
const sources = ['shared/**/*.{ts,md}', 'server/**/*.ts', 'package-lock.json']
let built: Promise<void> | undefined

/** The package, in `dist/package`: once for all projects, and not again while nothing of it changed. */
export async function setup(): Promise<void> {
  built ??= build()
  await built
}

async function build(): Promise<void> {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    hash.update(file).update(readFileSync(join(root, file)))
  }
  const stamp = join(root, 'dist/package-built-from')
  const digest = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  process.stdout.write('Building the package (npm run build:package), a few seconds…\n')
  const command = join(root, 'server/commands/package/main.ts')
  // A test runner's own value would build libraries for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [command], { cwd: root, env })
  writeFileSync(stamp, digest)
}
