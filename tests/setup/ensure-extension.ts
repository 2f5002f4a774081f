import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** What it is built of, and what else goes to the reviewers. */
const sources = ['extension/**/*', 'shared/**/*', '*']

/** Builds and packs the extension for both browsers, unless nothing of it changed since. */
export async function ensureExtension(): Promise<void> {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root, withFileTypes: true })) {
    if (file.isFile()) hash.update(file.name).update(readFileSync(join(file.parentPath, file.name)))
  }
  const stamp = join(root, 'dist/extension/packed-from')
  const digest = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  process.stdout.write('Building the extension (npm run zip), a few seconds…\n')
  await Promise.all([pack(), pack('-b', 'firefox', '--mv3')])
  writeFileSync(stamp, digest)
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
