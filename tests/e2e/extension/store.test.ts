import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installForTest } from '../../support/install-for-test.ts'

// What is handed to the stores.

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'countersign-store-'))
const webExt = installForTest('web-ext@10.7.0')

beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'zip'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, EXTENSION_OUT: folder },
  })
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Finding {
  readonly code: string
  readonly message: string
}

test('web-ext finds no error, and warns of nothing but React and what Firefox does not have', ({
  skip,
}) => {
  if (webExt === null) skip('web-ext could not be installed: the npm registry is not to be reached')
  const { stdout } = spawnSync(
    process.execPath,
    [join(webExt ?? '', 'bin/web-ext.js'), 'lint', '-s', 'firefox-mv3', '--output', 'json'],
    { cwd: folder, encoding: 'utf8' },
  )
  const found = JSON.parse(stdout) as Record<'errors' | 'warnings' | 'notices', Finding[]>
  expect(found.errors).toEqual([])
  expect(found.notices).toEqual([])
  // React can set markup, which this extension never asks it to; Chrome's side panel is asked for only where it is.
  const known = ['UNSAFE_VAR_ASSIGNMENT', 'UNSUPPORTED_API']
  expect(found.warnings.filter(({ code }) => !known.includes(code))).toEqual([])
})

test.each(['chrome', 'firefox'])(
  'the package for %s holds the extension and its icons, and no map or test',
  (browser) => {
    const zip = readFileSync(join(folder, `countersign-0.1.0-${browser}.zip`))
    for (const name of ['manifest.json', 'background.js', 'bridge.js', 'icon/128.png']) {
      expect(zip.includes(name), name).toBe(true)
    }
    for (const name of ['.map', 'node_modules', 'tests/']) {
      expect(zip.includes(name), name).toBe(false)
    }
  },
)

test('the sources for the reviewers hold what the build needs, and nothing else of the project', () => {
  const zip = readFileSync(join(folder, 'countersign-0.1.0-sources.zip'))
  for (const name of ['package-lock.json', 'wxt.config.ts', 'extension/', 'shared/']) {
    expect(zip.includes(name), name).toBe(true)
  }
  for (const name of ['server/main.ts', 'tests/', 'data/']) {
    expect(zip.includes(name), name).toBe(false)
  }
})
