// Builds the pages when what they are made of has changed. Plain JavaScript without packages: it also
// runs before `npm start`, on whatever Node the machine has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = join(root, 'dist/web.built-from')

/** Vitest's global set-up, and the whole of this program. */
export function setup() {
  const source = sourceDigest()
  const isBuilt = existsSync(join(root, 'dist/web/index.html')) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === source) return
  process.stdout.write('Building the web pages (npm run build:web), a few seconds…\n')
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build:web'], {
    cwd: root,
    encoding: 'utf8',
    // A test runner's own value would build React for development.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`npm run build:web failed:\n${stdout}${stderr}`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, source)
}

function sourceDigest() {
  const digest = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json', 'LICENSE']) {
    digest.update(readFileSync(join(root, name)))
  }
  for (const folder of ['web', 'shared']) {
    for (const name of readdirSync(join(root, folder), { recursive: true }).sort((a, b) =>
      a < b ? -1 : 1,
    )) {
      const path = join(root, folder, name)
      if (statSync(path).isFile()) digest.update(name).update('\0').update(readFileSync(path))
    }
  }
  return digest.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setup()
