import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWhenChanged } from './build-when-changed.ts'

const root = join(import.meta.dirname, '../..')

/** Builds and packs the extension for both browsers, unless nothing of it changed since. */
export function ensureExtension(): Promise<void> {
  return buildWhenChanged({
    // And what else goes to the reviewers.
    sources: ['extension/**/*', 'shared/**/*', '*'],
    stamp: join(root, 'dist/extension/packed-from'),
    build: packBoth,
  })
}

async function packBoth(): Promise<void> {
  process.stdout.write('Building the extension (npm run zip), a few seconds…\n')
  await Promise.all([pack(), pack('-b', 'firefox', '--mv3')])
}

function pack(...browser: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules/.bin/wxt'), 'zip', ...browser], {
    cwd: root,
    // A test runner's own value would build React for development.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let printed = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(printed))))
  })
}
