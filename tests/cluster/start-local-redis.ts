import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianProgram } from './debian-program.ts'
import { untilItSays, type LocalServer } from './local-server.ts'

const wanted = {
  names: ['redis-server', 'valkey-server'],
  version: '--version',
  packages: [
    ['redis-server', 'redis-tools', 'libatomic1', 'libjemalloc2', 'liblua5.1-0', 'liblzf1'],
    ['lua-bitop', 'lua-cjson'],
  ].flat(),
  path: 'usr/bin/redis-server',
} as const

/** A Redis or Valkey, empty, on loopback. @param options more of the command line */
export async function startLocalRedis(
  port: number,
  say: (line: string) => void,
  options: readonly string[] = [],
): Promise<LocalServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-redis-'))
  const { path, environment } = debianProgram({ ...wanted, say })
  const plain = ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
  const server = spawn(path, [...plain, ...options], {
    cwd: folder,
    env: { ...process.env, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await untilItSays('Ready to accept connections', server.stdout, 'Redis')
  return {
    port,
    address: `redis://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
