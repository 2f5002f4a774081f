import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The licences of the libraries that are part of the bundles, which ask to go wherever those go: `NOTICES.md`.
 * @param moduleIds paths of all modules of the bundles
 */
export function writeNotices(outDir: string, moduleIds: readonly string[]): void {
  const folders = moduleIds.flatMap(
    (id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replace('\0', '')) ?? [],
  )
  const parts = [...new Set(folders)].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as { readonly name: string; readonly version: string; readonly license: string }
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
    return [
      `## ${name} ${version} (${license})`,
      ...(text === '' ? [] : ['```text', text, '```']),
    ].join('\n\n')
  })
  const head = '# Libraries that are part of this, and their licences'
  writeFileSync(join(outDir, 'NOTICES.md'), `${[head, ...parts].join('\n\n')}\n`)
}
