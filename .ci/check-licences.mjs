// npm run check:licences. Lists under which licence each installed package stands, by the lock file, and
// fails for one that is not among those that may be shipped with, or used to build, an Apache-2.0 program.
import { readFileSync } from 'node:fs'

const shipped = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  // A font.
  'OFL-1.1',
]
const forBuilding = [...shipped, 'MPL-2.0', 'MIT AND Zlib', 'PSF-2.0']

/** What builds put into the pages and the extension: it is shipped, though nothing of it is installed to serve. */
const bundled = [
  '@fontsource-variable/figtree',
  'dexie',
  'mdast-util-from-markdown',
  'mdast-util-gfm-strikethrough',
  'mdast-util-gfm-table',
  'mdast-util-gfm-task-list-item',
  'mdast-util-math',
  'micromark-extension-gfm-strikethrough',
  'micromark-extension-gfm-table',
  'micromark-extension-gfm-task-list-item',
  'micromark-extension-math',
  'preact',
  'react',
  'react-dom',
]

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
const inBundles = new Set()
const nameOf = (path) => path.replace(/^.*node_modules\//, '')
const follow = (name) => {
  const path = `node_modules/${name}`
  if (inBundles.has(path)) return
  if (!lock.packages[path]) throw new Error(`${name} is not in the lock file`)
  inBundles.add(path)
  for (const each of Object.keys(lock.packages[path].dependencies ?? {})) follow(each)
}
bundled.forEach(follow)

const namesByLicence = new Map()
const refused = []
for (const [path, { license = 'none', dev = false, version }] of Object.entries(lock.packages)) {
  if (path === '') continue
  const name = `${nameOf(path)}@${version}`
  const alternatives = license.replace(/[()]/g, '').split(' OR ')
  const isForBuilding = dev && !inBundles.has(path)
  const allowed = isForBuilding ? forBuilding : shipped
  if (!alternatives.some((each) => allowed.includes(each))) refused.push(`${name}: ${license}`)
  const key = isForBuilding ? `${license}, to build and test` : license
  namesByLicence.set(key, [...(namesByLicence.get(key) ?? []), name])
}
const print = (stream, text) => stream.write(`${text}\n`)
const byName = (a, b) => a.localeCompare(b)
for (const licence of [...namesByLicence.keys()].toSorted(byName)) {
  const names = [...new Set(namesByLicence.get(licence))].toSorted(byName)
  print(process.stdout, `${licence} (${names.length}): ${names.join(' ')}\n`)
}
if (refused.length > 0) {
  print(process.stderr, `These may not be used:\n  ${refused.join('\n  ')}`)
  process.exitCode = 1
}
