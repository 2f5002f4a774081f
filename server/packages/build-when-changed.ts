import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

interface Built {
  /** What it is built of, as patterns of files. */
  readonly sources: readonly string[]
  /** A file that says of what it was built last. */
  readonly stamp: string
  readonly build: () => Promise<unknown>
}

/** Builds, unless nothing of it changed since. */
export async function buildWhenChanged({ sources, stamp, build }: Built): Promise<void> {
  const hash = createHash('sha256')
  const found = globSync(sources, { cwd: root, withFileTypes: true })
  const files = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(file))
  const digest = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  await build()
  writeFileSync(stamp, digest)
}
