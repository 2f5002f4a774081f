// Runs before `npm start`, `npm test` and `npm run build:extension`, on whatever Node the machine has (20 or
// newer), so it is plain JavaScript and needs no package. Installs what is missing, and says what it does.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

installPackages()
checkNode()
// The extension has no part in the gateway's pages.
if (!process.argv.includes('--packages')) {
  run(process.execPath, [`${root}web/build/ensure-pages.mjs`])
}
if (process.argv.includes('--for-tests')) {
  installBrowser()
  installForMoreTests()
}

function installPackages() {
  const stamp = `${root}node_modules/.installed-lock`
  const lock = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing npm packages (npm ci, no package’s own scripts), about half a minute…')
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  writeFileSync(stamp, lock)
}

function checkNode() {
  const pinned = `${root}node_modules/.bin/node`
  const node = existsSync(pinned) ? pinned : process.execPath
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  if (Number(version.slice(1).split('.')[0]) >= 24) return
  console.error(
    `Countersign needs Node 24 or newer. This is ${version}, and no pinned Node exists for ${process.platform} ${process.arch}: install Node 24 and run the command again.`,
  )
  process.exit(1)
}

/** The tests open pages in a real Chromium: one that is here, or Debian's. */
function installBrowser() {
  const places = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  if (places.some((place) => place && existsSync(place))) return
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    console.error(
      'The tests need Chromium, and none is here: install it, or name one as CHROMIUM=/path/to/chromium.',
    )
    process.exit(1)
  }
  console.log('Installing Chromium for the tests (apt-get install chromium), about a minute…')
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
}

/** Firefox, and a screen on which a person's prompt can be answered. Without them, tests skip and say so. */
function installForMoreTests() {
  const wanted = [
    ['firefox-esr', [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']],
    ['xvfb', ['/usr/bin/Xvfb']],
    ['xdotool', ['/usr/bin/xdotool']],
  ]
  const missing = wanted.flatMap(([name, places]) =>
    places.some((place) => place && existsSync(place)) ? [] : [name],
  )
  const tried = `${root}node_modules/.tried-for-tests`
  if (missing.length === 0 || existsSync(tried)) return
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return
  console.log(`Installing ${missing.join(', ')} for the tests (apt-get), about half a minute…`)
  const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit' }).status === 0
  apt('update', '-qq')
  const failed = missing.filter((name) => {
    return !apt('install', '-y', '-qq', '--no-install-recommends', name)
  })
  if (failed.length === 0) return
  // Not again with every run.
  writeFileSync(tried, '')
  console.log(`Without ${failed.join(', ')}, the tests that need it are skipped.`)
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  console.error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
  process.exit(1)
}
