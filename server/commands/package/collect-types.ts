import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../../..')
/** Where `tsc -b` leaves the declarations of the library's two projects. */
const emitted = ['shared-package', 'shared'].map((name) =>
  join(root, 'node_modules/.cache/tsc', name),
)

/** The declarations of what is public, and of what those name, each beside its module. */
export function collectTypes(outDir: string): void {
  const { status, stdout } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    ['-b', 'shared/package'],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`the types cannot be made:\n${stdout}`)
  const open = ['shared/package/countersign.d.ts']
  const seen = new Set<string>()
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const { text, names } = standingAlone(readDeclaration(path), path)
    const target = join(outDir, path.replace(/^shared\//, 'lib/'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
    open.push(...names)
  }
}

function readDeclaration(path: string): string {
  const found = emitted.map((folder) => join(folder, path)).find(existsSync)
  if (found === undefined) throw new Error(`there is no ${path}`)
  return readFileSync(found, 'utf8')
}

/** The declarations, with the published names of modules; only the package's own files may be named. */
function standingAlone(text: string, path: string) {
  const names: string[] = []
  const written = text.replace(
    /(from |import\()(['"])([^'"]+)\2/g,
    (_all, before: string, quote: string, name: string) => {
      if (!name.startsWith('.')) throw new Error(`${path} names ${name}, which is not published`)
      names.push(relative(root, join(root, dirname(path), name)).replace(/\.ts$/, '.d.ts'))
      return `${before}${quote}${name.replace(/\.ts$/, '.js')}${quote}`
    },
  )
  return { text: written.replace(/^\/\/# sourceMappingURL=.*$/m, ''), names }
}
