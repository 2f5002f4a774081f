import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianProgram } from './debian-program.ts'
import { untilItSays, type LocalServer } from './local-server.ts'

const wanted = {
  names: ['nginx'],
  version: '-v',
  packages: ['nginx', 'libpcre2-8-0'],
  path: 'usr/sbin/nginx',
} as const

/** The part that the deployment files show to operators; what stands here is what is tested. */
const snippet = join(import.meta.dirname, '../../server/deploy/nginx.conf')

/** nginx on loopback, before gateways on these ports. */
export async function startNginx(
  port: number,
  gatewayPorts: readonly number[],
  say: (line: string) => void,
): Promise<LocalServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-nginx-'))
  const { path, environment } = debianProgram({ ...wanted, say })
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, wholeConfig(folder, port, gatewayPorts))
  const server = spawn(path, ['-p', folder, '-c', config, '-e', 'stderr'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilItSays('start worker process ', server.stderr, 'nginx')
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function wholeConfig(folder: string, port: number, gatewayPorts: readonly number[]): string {
  const servers = gatewayPorts.map(
    (each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`,
  )
  const here = readFileSync(snippet, 'utf8')
    .replace(/server gateway-\d:8787[^;]*;\s*/g, '')
    .replace('least_conn;', `least_conn;\n${servers.join('\n')}`)
    .replace(/listen [^;]*;/, `listen 127.0.0.1:${port};`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  )
  return `daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr notice;
events { worker_connections 4096; }
http {
access_log off;
${places.join('\n')}
${here}
}
`
}
