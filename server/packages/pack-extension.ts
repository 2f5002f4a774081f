import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { markBeingBuilt } from './being-built.ts'
import { buildWhenChanged } from './build-when-changed.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'dist/extension')
const builder = join(root, 'node_modules/.bin/wxt')
/** Below everything else on the machine that is in a hurry. */
const lowPriority = 10

/**
 * Builds and packs the extension for both browsers, unless nothing of it changed since.
 * @param begins is told once that there is something to build
 * @returns false where the tools for it are not installed
 * @throws {Error} with what the build printed
 */
export async function packExtension(begins: () => void): Promise<boolean> {
  if (!existsSync(builder) || !existsSync(join(root, 'wxt.config.ts'))) return false
  await buildWhenChanged({
    // And what else goes to the reviewers.
    sources: ['extension/**/*', 'shared/**/*', '*'],
    stamp: join(folder, 'packed-from'),
    async build() {
      const unmark = markBeingBuilt(folder)
      begins()
      try {
        await Promise.all([pack(), pack('-b', 'firefox', '--mv3')])
      } finally {
        unmark()
      }
    },
  })
  return true
}

function pack(...browser: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [builder, 'zip', ...browser], {
    cwd: root,
    // A test runner's own value would build React for development.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (child.pid !== undefined) setPriority(child.pid, lowPriority)
  const end = () => void child.kill()
  process.once('exit', end)
  let printed = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', end)
      if (code === 0) resolve()
      else reject(new Error(printed))
    })
  })
}
