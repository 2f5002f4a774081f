import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Countersign from '#shared/package/countersign.ts'
import { temporaryFolder } from '../temporary-folder.ts'

export const packageFolder = join(import.meta.dirname, '../../../dist/package')

type BuiltPackage = typeof Countersign

/** The package as it is published, loaded as its users load it. */
export function importPackage(): Promise<BuiltPackage> {
  const entry = pathToFileURL(join(packageFolder, 'lib/package/countersign.js'))
  return import(entry.href) as Promise<BuiltPackage>
}

/** A folder of modules that are run, with the package and these other modules in it. */
export function folderWithPackage(modules: string): string {
  const folder = temporaryFolder()
  const installed = join(folder, 'node_modules')
  mkdirSync(installed)
  for (const name of readdirSync(modules)) {
    if (name !== 'countersign') symlinkSync(join(modules, name), join(installed, name))
  }
  symlinkSync(packageFolder, join(installed, 'countersign'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}
