import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { readZip } from '../../../support/extension/read-zip.ts'
import { webExt } from '../../../support/install/test-packages.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { whenInstalled } from '../../../support/install/when-installed.ts'

// What is handed to the stores.

const root = join(import.meta.dirname, '../../../..')
/** Where `npm run zip` puts it, as the set-up did. */
const folder = join(root, 'dist/extension')

interface Finding {
  readonly code: string
  readonly file: string
  readonly message: string
}

interface Manifest {
  readonly manifest_version: number
  readonly icons: Readonly<Record<string, string>>
  readonly permissions: readonly string[]
  readonly host_permissions?: readonly string[]
  readonly content_scripts?: readonly unknown[]
}

const packed = (which: string) => readZip(join(folder, `countersign-0.1.0-${which}.zip`))

test('web-ext finds no error, and warns of nothing but that React could set markup', async ({
  skip,
}) => {
  const installed = await whenInstalled(webExt)
  if (installed === null)
    skip('web-ext could not be installed: the npm registry is not to be reached')
  const { stdout } = spawnSync(
    process.execPath,
    [join(installed ?? '', 'bin/web-ext.js'), 'lint', '-s', 'firefox-mv3', '--output', 'json'],
    { cwd: folder, encoding: 'utf8' },
  )
  const found = JSON.parse(stdout) as Record<'errors' | 'warnings' | 'notices', Finding[]>
  expect(found.errors).toEqual([])
  expect(found.notices).toEqual([])
  // This extension never asks it to: a lint rule forbids it.
  const others = found.warnings.filter(({ code }) => code !== 'UNSAFE_VAR_ASSIGNMENT')
  expect(others).toEqual([])
  // micromark's parser, in more than one file, has a method `document()`; a page's document is no method.
  const unsafe = found.warnings.filter(
    ({ code, message }) =>
      code === 'UNSAFE_VAR_ASSIGNMENT' && !message.endsWith(').document().write for argument 0'),
  )
  const files = new Set(unsafe.map(({ file }) => file))
  const ofReact = [...packed('firefox')].flatMap(([name, text]) =>
    text.includes('react.transitional.element') && text.includes('innerHTML') ? [name] : [],
  )
  expect([...files]).toEqual(ofReact)
})

test.each(['chrome', 'firefox'])(
  'the package for %s holds what is shipped, and no more',
  (which) => {
    const files = packed(which)
    const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest
    expect(manifest.manifest_version).toBe(3)
    for (const size of ['16', '32', '48', '128']) {
      const icon = files.get(manifest.icons[size] ?? '')
      expect(icon?.subarray(1, 4).toString(), size).toBe('PNG')
      // Its width is what the manifest says (PNG: the first chunk's first member).
      expect(icon?.readUInt32BE(16)).toBe(Number(size))
    }
    // Nothing runs anywhere until the user asks for it.
    expect(manifest.host_permissions ?? []).toEqual([])
    expect(manifest.content_scripts ?? []).toEqual([])
    for (const [name, text] of files) {
      expect(name).toMatch(/^[\w/.-]+\.(js|css|html|png|json|md)$/)
      if (/\.(js|css)$/.test(name)) expect(text.includes('sourceMappingURL'), name).toBe(false)
      // What only a build for development or a test holds.
      expect(/vitest|react-dom-client\.development|\/@vite/.test(String(text)), name).toBe(false)
    }
  },
)

test.each(['chrome', 'firefox'])(
  'the package for %s has the licences of the libraries that are part of it',
  (which) => {
    const [, ...sections] = String(packed(which).get('NOTICES.md')).split('\n## ')
    const namesOf = (all: readonly string[]) => all.map((section) => section.split(' ')[0])
    expect(namesOf(sections)).toEqual(
      expect.arrayContaining(['react', 'micromark', '@noble/curves']),
    )
    const without = sections.filter((section) => !/copyright|apache license/i.test(section))
    // Their packages have no text of it.
    expect(namesOf(without)).toEqual(['@wxt-dev/browser', '@wxt-dev/storage', 'wxt'])
  },
)

test('from the sources that the reviewers get, the same package is built', () => {
  const sources = packed('sources')
  const top = new Set([...sources.keys()].map((name) => name.split('/')[0]))
  for (const name of ['package-lock.json', 'wxt.config.ts', 'README.md'])
    expect(top).toContain(name)
  for (const name of ['web', 'tests', 'data', 'dist', 'node_modules']) {
    expect(top).not.toContain(name)
  }
  // What sets the build up and writes the notices, and nothing else of the gateway.
  expect([...sources.keys()].filter((name) => name.startsWith('server/')).toSorted()).toEqual([
    'server/commands/package/write-notices.ts',
    'server/install.mjs',
  ])
  const reviewed = temporaryFolder()
  for (const [name, text] of sources) {
    const path = join(reviewed, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  // Instead of npm ci, which the lock makes the same: the script before the build would run it here.
  symlinkSync(join(root, 'node_modules'), join(reviewed, 'node_modules'))
  execFileSync('npm', ['run', '--silent', '--ignore-scripts', 'build:extension:firefox'], {
    cwd: reviewed,
    stdio: 'ignore',
    // A test runner's own value would build React for development.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const built = join(reviewed, 'dist/extension/firefox-mv3')
  const files = globSync('**/*', { cwd: built, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(built, join(file.parentPath, file.name)))
  const theirs = packed('firefox')
  expect(files.toSorted()).toEqual([...theirs.keys()].toSorted())
  for (const name of files) {
    expect(theirs.get(name)?.equals(readFileSync(join(built, name))), name).toBe(true)
  }
})
