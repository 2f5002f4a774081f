import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildWhenChanged } from '../../server/packages/build-when-changed.ts'

const root = join(import.meta.dirname, '../..')

/** Builds the extension for Chromium, in `dist/extension/chrome-mv3`, unless nothing of it changed since. */
export async function ensureExtension(): Promise<void> {
  await buildWhenChanged({
    sources: ['extension/**/*', 'shared/**/*', '*'],
    stamp: join(root, 'dist/extension/built-from'),
    build,
  })
}

async function build(): Promise<void> {
  process.stdout.write('Building the extension (npm run build:extension), a few seconds…\n')
  // A test runner's own value would build React for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  const builder = join(root, 'node_modules/.bin/wxt')
  await promisify(execFile)(process.execPath, [builder, 'build'], { cwd: root, env })
}
