// Ends `npm run build:web`: puts the licences of the program and of its font beside the pages, and writes SHA256SUMS.txt, which names each
// file that is served with its digest, and the digest of that. Plain JavaScript: it runs on whatever Node builds.
import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'dist/web')
const name = 'SHA256SUMS.txt'

copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE.txt'))
const font = join(root, 'node_modules/@fontsource-variable/figtree')
copyFileSync(join(font, 'LICENSE'), join(folder, 'FONT-LICENSE.txt'))
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && !/\.(?:br|gz)$/.test(file.name) && !file.name.startsWith(name))
  .map((file) => join(file.parentPath, file.name))
const lines = files.map((path) => {
  const shown = path.slice(folder.length + 1).replaceAll('\\', '/')
  return { shown, digest: sha256(readFileSync(path)) }
})
const sums = lines
  .toSorted((a, b) => (a.shown < b.shown ? -1 : 1))
  .map(({ shown, digest }) => `${digest}  ${shown}\n`)
  .join('')
writeFileSync(join(folder, name), sums)
writeFileSync(join(folder, `${name}.sha256`), `${sha256(sums)}  ${name}\n`)

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
