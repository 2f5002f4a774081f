// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or newer), so it is
// plain JavaScript and needs no package. Installs what the lock file names, and says what it does.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}node_modules/.installed-lock`
const lock = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.log('Installing npm packages (npm ci), about half a minute…')
  run('npm', ['ci', '--no-audit', '--no-fund'])
  writeFileSync(stamp, lock)
}

const node = existsSync(`${root}node_modules/.bin/node`)
  ? `${root}node_modules/.bin/node`
  : process.execPath
const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
if (Number(version.slice(1).split('.')[0]) < 24) {
  console.error(
    `Countersign needs Node 24 or newer; this is ${version}, and no pinned Node exists for ${process.platform} ${process.arch}. Install Node 24 and run the command again.`,
  )
  process.exit(1)
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  console.error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
  process.exit(1)
}
