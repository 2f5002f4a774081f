import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/countersign')

interface Wanted {
  /** Of its programs, whichever is installed. */
  readonly names: readonly [string, ...string[]]
  /** What asks a program for its version. */
  readonly version: string
  /** Debian's packages that it is in, and what it is linked with. */
  readonly packages: readonly string[]
  /** Where the packages have the first of the names. */
  readonly path: string
  readonly say: (line: string) => void
}

export interface Program {
  readonly path: string
  /** Variables that it needs beside those of its caller. */
  readonly environment: Readonly<Record<string, string>>
}

/**
 * A server that is installed on this machine, or one out of Debian's packages, which are unpacked below
 * `node_modules/.cache` and not installed.
 */
export function debianProgram({ names, version, packages, path, say }: Wanted): Program {
  const installed = names.find((name) => spawnSync(name, [version]).status === 0)
  if (installed !== undefined) return { path: installed, environment: {} }
  const [name] = names
  const folder = join(cache, name)
  const program = join(folder, path)
  if (!existsSync(program)) {
    say(`Unpacking ${name} out of Debian’s packages (apt-get download)…`)
    unpack(folder, packages, name)
  }
  const libraries = globSync('{usr/lib,lib}/*-linux-gnu*/*.so*', { cwd: folder })
  const paths = [...new Set(libraries.map((file) => join(folder, dirname(file))))]
  return {
    path: program,
    environment: paths.length > 0 ? { LD_LIBRARY_PATH: paths.join(':') } : {},
  }
}

function unpack(folder: string, packages: readonly string[], name: string): void {
  mkdirSync(folder, { recursive: true })
  const quiet = { cwd: folder, stdio: 'ignore' } as const
  try {
    if (spawnSync('apt-get', ['download', ...packages], quiet).status !== 0) {
      execFileSync('apt-get', ['update'], quiet)
      execFileSync('apt-get', ['download', ...packages], quiet)
    }
  } catch {
    throw new Error(
      `${name} is not installed, and no Debian package of it could be had: install it.`,
    )
  }
  for (const file of globSync('*.deb', { cwd: folder })) {
    execFileSync('dpkg', ['-x', file, '.'], quiet)
  }
}
