import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const openWebuiVersion = '0.12.4'
const folder = join(
  import.meta.dirname,
  `../../../node_modules/.cache/countersign/open-webui@${openWebuiVersion}`,
)

/**
 * The real Open WebUI in an environment of its own, without the libraries of models: what its package calls slim. It is
 * made once, and takes a few minutes and 800 MB.
 * @returns its Python, or why there is none
 */
export function installOpenWebui(): { readonly python: string } | { readonly absent: string } {
  const own = join(folder, 'bin/python')
  const done = join(folder, 'done')
  if (existsSync(done)) return { python: own }
  // Its package names both, and no newer one.
  const base = ['python3.12', 'python3.11', 'python3'].find(isFit)
  if (base === undefined) return { absent: 'it needs Python 3.11 or 3.12' }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync(base, ['-m', 'venv', folder], { stdio: 'ignore', timeout: 60_000 })
    install(own, ['--no-deps', `open-webui==${openWebuiVersion}`])
    const slim = join(folder, 'slim.txt')
    writeFileSync(slim, readFileSync(join(packagesOf(own), 'requirements-slim.txt')))
    install(own, ['-r', slim])
  } catch (error) {
    return { absent: error instanceof Error ? error.message : 'it could not be installed' }
  }
  writeFileSync(done, '')
  return { python: own }
}

function isFit(python: string): boolean {
  const check = 'import sys; assert (3, 11) <= sys.version_info < (3, 13)'
  return spawnSync(python, ['-c', check], { stdio: 'ignore', timeout: 60_000 }).status === 0
}

function install(python: string, what: readonly string[]): void {
  execFileSync(python, ['-m', 'pip', 'install', '-q', '--retries', '1', ...what], {
    stdio: 'ignore',
    timeout: 900_000,
  })
}

function packagesOf(python: string): string {
  const ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
  return execFileSync(python, ['-c', ask], { encoding: 'utf8' }).trim()
}
