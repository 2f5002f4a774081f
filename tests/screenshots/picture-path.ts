import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The pictures of the README are kept beside this file; the others are to be looked at, in dist/screenshots. */
export function picturePath(name: string): string {
  const kept = `tests/screenshots/${name}.png`
  if (readme.includes(kept)) return join(root, kept)
  const folder = join(root, 'dist/screenshots')
  mkdirSync(folder, { recursive: true })
  return join(folder, `${name}.png`)
}
