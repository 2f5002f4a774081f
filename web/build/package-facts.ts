import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

interface PackageFile {
  readonly version: string
  readonly license: string
  readonly repository?: string | { readonly url: string }
}

/** For the footer of every page (`../build-env.d.ts`). */
export function definePackageFacts(): Readonly<Record<string, string>> {
  const read: PackageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { version, license: licence, repository } = read
  const named = typeof repository === 'object' ? repository.url : repository
  const source = named?.replace(/^git\+/, '').replace(/\.git$/, '') ?? null
  return { packageFacts: JSON.stringify({ version, licence, source }) }
}
