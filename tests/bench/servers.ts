import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFlag } from '../support/gateway/start-gateway.ts'

export interface Server {
  readonly pid: number
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  stop(): void
}

const here = import.meta.dirname

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1))
}
export const canPin = spawnSync('taskset', ['--version']).status === 0

/** What is measured has core 0 to itself; the stub, the load and this process share core 1. */
export function onCore(core: 0 | 1, command: readonly string[]): readonly string[] {
  return canPin ? ['taskset', '-c', String(core), ...command] : command
}

export function pinSelf(): void {
  if (canPin) execFileSync('taskset', ['-cp', '1', String(process.pid)])
}

interface StartInput {
  readonly core: 0 | 1
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

async function start({ core, args, environment }: StartInput): Promise<Omit<Server, 'headers'>> {
  const [program = '', ...rest] = onCore(core, [process.execPath, ...args])
  const child = spawn(program, rest, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Also where the run is broken off.
  process.once('exit', () => child.kill())
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const url = /Listening on (\S+)/.exec(printed)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
  })
  return { pid: child.pid ?? 0, baseUrl, stop: () => child.kill() }
}

export async function startStub(): Promise<Server> {
  return { ...(await start({ core: 1, args: [join(here, 'stub-upstream.ts')] })), headers: {} }
}

export const startPassThrough = (stub: Server) => startBeside(stub, 'pass-through.ts')

/** For buffered answers alone. The flag is the gateway's. */
export const startBareReceipt = (stub: Server) => startBeside(stub, 'bare-receipt.ts', [nodeFlag])

async function startBeside(
  stub: Server,
  file: string,
  flags: readonly string[] = [],
): Promise<Server> {
  const args = [...flags, join(here, file), stub.baseUrl]
  return { ...(await start({ core: 0, args })), headers: {} }
}

/**
 * The gateway in private mode, asked with a key whose budget never ends.
 * @param shared what names a store and a Redis; its own, embedded ones when left out
 */
export async function startGateway(
  stub: Server,
  shared: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const config = join(folder, 'gateway.config.json')
  writeFileSync(
    config,
    JSON.stringify({
      upstreams: [
        {
          id: 'stub',
          kind: 'openai',
          base_url: `${stub.baseUrl}/v1`,
          mode: 'private',
          models: { bench: 'stub' },
        },
      ],
      plans: [{ id: 'free', requests_per_minute: 10_000_000 }],
    }),
  )
  const server = await start({
    core: 0,
    args: [nodeFlag, join(here, '../../server/main.ts')],
    environment: { ...shared, PORT: '0', DATA_DIR: join(folder, 'data'), GATEWAY_CONFIG: config },
  })
  const made = await fetch(`${server.baseUrl}/api/keys`, { method: 'POST' })
  const { key } = (await made.json()) as { key: string }
  return {
    ...server,
    headers: { authorization: `Bearer ${key}` },
    stop() {
      server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
