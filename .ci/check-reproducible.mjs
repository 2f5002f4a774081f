// npm run check:reproducible. Builds the pages and the extension twice, in two folders with names of
// different length and under different clocks and languages, and fails where a byte differs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'countersign-built-'))
const builds = ['build:web', 'build:extension', 'build:extension:firefox']

try {
  const folders = ['a', 'another-folder'].map((name) => copyTo(join(base, name)))
  const first = buildIn(folders[0], { TZ: 'UTC', LANG: 'C' })
  const second = buildIn(folders[1], { TZ: 'Asia/Kathmandu', LANG: 'de_DE.UTF-8' })
  const names = [...new Set([...first.keys(), ...second.keys()])].toSorted((a, b) =>
    a < b ? -1 : 1,
  )
  const different = names.filter((name) => first.get(name) !== second.get(name))
  for (const name of names) console.log(`${first.get(name)}  ${name}`)
  if (names.length < 10) throw new Error('the builds left hardly a file')
  if (different.length > 0) {
    console.error(`Not the same when built again: ${different.join(', ')}`)
    process.exitCode = 1
  }
} finally {
  rmSync(base, { recursive: true, force: true })
}

/** What git knows of, and the packages. */
function copyTo(folder) {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** SHA-256 of each file that was built, by its path. */
function buildIn(folder, environment) {
  for (const build of builds) {
    const { status, stderr } = spawnSync('npm', ['run', '--silent', build], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', ...environment },
    })
    if (status !== 0) throw new Error(`${build} failed:\n${stderr}`)
  }
  const dist = join(folder, 'dist')
  const files = readdirSync(dist, { recursive: true }).filter((name) =>
    statSync(join(dist, name)).isFile(),
  )
  return new Map(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(dist, name)))
        .digest('hex'),
    ]),
  )
}
