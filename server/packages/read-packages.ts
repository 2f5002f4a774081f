import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One file to install. */
export interface Package {
  readonly name: string
  readonly bytes: Uint8Array
  /** SHA-256, 64 lowercase hex digits. */
  readonly digest: string
}

/**
 * The packages of the extension in a folder, one for a browser.
 * @param folder need not exist
 * @param version packages of another one are left alone
 */
export function readPackages(folder: string, version: string): readonly Package[] {
  return ['chrome', 'firefox'].flatMap((browser) => {
    const name = `countersign-${version}-${browser}.zip`
    const path = join(folder, name)
    if (!existsSync(path)) return []
    const bytes = readFileSync(path)
    return [{ name, bytes, digest: hash('sha256', bytes, 'hex') }]
  })
}
