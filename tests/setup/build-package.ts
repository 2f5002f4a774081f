import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildWhenChanged } from '../../server/packages/build-when-changed.ts'

const root = join(import.meta.dirname, '../..')
let built: Promise<void> | undefined

/** The package, in `dist/package`: once for all projects, and not again while nothing of it changed. */
export async function setup(): Promise<void> {
  built ??= buildWhenChanged({
    sources: ['shared/**/*.{ts,md}', 'server/**/*.ts', 'package-lock.json'],
    stamp: join(root, 'dist/package-built-from'),
    build,
  })
  await built
}

async function build(): Promise<void> {
  process.stdout.write('Building the package (npm run build:package), a few seconds…\n')
  const command = join(root, 'server/commands/package/main.ts')
  // A test runner's own value would build libraries for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [command], { cwd: root, env })
}
