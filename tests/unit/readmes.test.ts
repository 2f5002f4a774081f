import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const isOurs = { cwd: root, exclude: ['**/node_modules/**', 'dist/**'] }
const sources = globSync('{server,shared,web,extension}/**/*.{ts,tsx}', isOurs)
const readmes = globSync(
  '{README.md,CONTRIBUTING.md,{server,shared,web,extension,tests}/**/README.md}',
  isOurs,
)
const tree = globSync('{*.{md,ts},{server,shared,web,extension,tests}/**}', isOurs)
const paths = new Set(tree)

/** What stands under a heading, up to the next one of its rank. */
function section(text: string, heading: string): string {
  const [, after] = text.split(`\n## ${heading}\n`)
  if (after === undefined) throw new Error(`there is no section "${heading}"`)
  return after.split('\n## ')[0] ?? ''
}

const named = /(?<![\w./-])((?:\.\.\/)*(?:[\w-]+\/)*\w[\w-]*\.(?:tsx?|mjs|md))(?![\w-])/g

/** Files that a text names: `a.ts`, `server/a.ts` or `../a.ts`. */
function filesNamed(text: string): readonly string[] {
  return [...text.matchAll(named)].map(([, name]) => name ?? '')
}

/** A folder ends in a slash. */
function stands(path: string): boolean {
  return paths.has(path.replace(/\/$/, ''))
}

/** What a text in this folder names and does not stand where a reader looks for it: seen from the folder. */
function astray(text: string, folder: string): readonly string[] {
  return filesNamed(text).filter((name) => !stands(join(folder, name)))
}

const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

test('the scan sees the folders, and the files that a text names', () => {
  expect(sources.length).toBeGreaterThan(400)
  expect(readmes).toContain('server/gateway/store/README.md')
  expect(filesNamed('`a-b.ts`, ../c/d.tsx, …-e.ts, f.tsv; g/h.md: i')).toEqual([
    'a-b.ts',
    '../c/d.tsx',
    'g/h.md',
  ])
  expect(() => section(guide, 'Where it is not')).toThrow('no section')
})

test('every folder of sources has a README', () => {
  const folders = [...new Set(sources.map(dirname))]
  expect(folders.filter((folder) => !readmes.includes(join(folder, 'README.md')))).toEqual([])
})

test('every path of the table "Where is …" leads somewhere', () => {
  const named = [...section(guide, 'Where is …').matchAll(/`([^`\s]+)`/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => /^[\w.-]+\/|\.(?:tsx?|md)$/.test(path))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !stands(path))).toEqual([])
})

const picture = section(guide, 'The way of a request, and of an answer')

test('every file of the picture of the whole is there, from the folder that its part begins with', () => {
  const [, ...parts] = picture.split(/\n(?=[a-z ]+: [a-z]+\/)/)
  const found = parts.map((part) => {
    const [, folder = ''] = /: ([\w/]+)\//.exec(part) ?? []
    return {
      isLong: filesNamed(part).length > 8,
      lost: astray(part, folder).filter((name) => !stands(name)),
    }
  })
  expect(found).toEqual(Array.from({ length: 3 }, () => ({ isLong: true, lost: [] })))
})

test('no README names a file that is not there, seen from its own place', () => {
  const lost = readmes.flatMap((readme) => {
    const text = readFileSync(join(root, readme), 'utf8').replace(picture, '')
    return astray(text, dirname(readme)).map((name) => `${readme}: ${name}`)
  })
  expect(lost).toEqual([])
})

const isListed = (readme: string) => /^\| file \|/m.test(readFileSync(join(root, readme), 'utf8'))

/** By its name, or in a picture without its ending; `…-claims.ts` names all files that end so. */
function isNamed(file: string, text: string): boolean {
  const stem = file.replace(/\.\w+$/, '')
  const words = text.split(/[^\w.-]+/).map((word) => word.replace(/\.$/, ''))
  const endings = [...text.matchAll(/…(-[\w.-]+)/g)].map(([, ending]) => ending ?? '')
  return (
    words.includes(file) ||
    (stem.includes('-') && words.includes(stem)) ||
    endings.some((ending) => file.endsWith(ending))
  )
}

test('no table of files in a README leaves out one', () => {
  const left = readmes.filter(isListed).flatMap((readme) => {
    const text = readFileSync(join(root, readme), 'utf8')
    return tree
      .filter((path) => dirname(path) === dirname(readme) && /\.(?:tsx?|mjs)$/.test(path))
      .filter((path) => !/(?:^|\/)main\.\w+$|\.test\.ts$|\.d\.ts$/.test(path))
      .filter((path) => !isNamed(basename(path), text))
  })
  expect(left).toEqual([])
})
