import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { freePort } from './free-port.ts'

export interface ServerForTests {
  readonly port: number
  readonly address: string
  readonly pid: number
  /** Ends it at once, whatever it does. */
  stop(): Promise<void>
}

const cache = join(import.meta.dirname, '../../node_modules/.cache/countersign/redis')

/** Debian's packages that the server is in, and what it is linked with. */
const packages = [
  ['redis-server', 'redis-tools', 'libatomic1', 'libjemalloc2', 'liblua5.1-0', 'liblzf1'],
  ['lua-bitop', 'lua-cjson'],
].flat()

/**
 * A Redis or Valkey, empty: the one that is installed on this machine, or one out of Debian's packages, which are
 * unpacked and not installed.
 */
export async function startRedis(at?: number): Promise<ServerForTests> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-redis-'))
  const port = at ?? (await freePort())
  const { program, env } = findProgram()
  const server = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready(server.stdout)
  server.stdout.resume()
  return {
    port,
    address: `redis://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGKILL')
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ready(log: Readable): Promise<void> {
  let said = ''
  for await (const piece of log.iterator({ destroyOnReturn: false })) {
    said += String(piece)
    if (said.includes('Ready to accept connections')) return
  }
  throw new Error(`Redis ended: ${said}`)
}

function findProgram(): { readonly program: string; readonly env: Record<string, string> } {
  const installed = ['valkey-server', 'redis-server'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  )
  if (installed !== undefined) return { program: installed, env: {} }
  const program = join(cache, 'usr/bin/redis-server')
  if (!existsSync(program)) unpack()
  const [library = ''] = globSync('usr/lib/*/libjemalloc.so.2', { cwd: cache })
  return { program, env: { LD_LIBRARY_PATH: join(cache, dirname(library)) } }
}

function unpack(): void {
  process.stdout.write('Unpacking a Redis server for the tests (apt-get download)…\n')
  mkdirSync(cache, { recursive: true })
  const quiet = { cwd: cache, stdio: 'ignore' } as const
  try {
    if (spawnSync('apt-get', ['download', ...packages], quiet).status !== 0) {
      execFileSync('apt-get', ['update'], quiet)
      execFileSync('apt-get', ['download', ...packages], quiet)
    }
  } catch {
    throw new Error(
      'The tests of shared limits need redis-server or valkey-server, and no Debian package of it could be had: install one of them.',
    )
  }
  for (const file of globSync('*.deb', { cwd: cache })) {
    execFileSync('dpkg', ['-x', file, '.'], quiet)
  }
}
