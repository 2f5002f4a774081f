import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { bareEnvironment } from '../bare-environment.ts'
import { programPath, sourcePath } from '../program-path.ts'

/** No test but those of the limits is to meet one. */
export const generousLimits = { SIGNED_OUT_RPM: '1000000', KEYS_PER_DAY: '1000000' } as const

/** What `npm start` gives to Node: it bounds the memory that short-lived objects may take up. */
export const nodeFlag = '--max-semi-space-size=32'

export interface StartOptions {
  /** Null starts the built-in demo. */
  readonly config: GatewayConfig | null
  readonly environment?: Readonly<Record<string, string>>
  /** Kept when given; otherwise a temporary one goes with the gateway. */
  readonly dataDir?: string
  readonly nodeArguments?: readonly string[]
  /** Whether modules are altered on their way, where they stand in the sources. */
  readonly alters?: boolean
  /** As one file, though this process itself is none of those that run tests. */
  readonly isBundled?: true
}

export interface RunningGateway {
  readonly baseUrl: string
  readonly dataDir: string
  readonly pid: number
  /** All that was printed so far, on both outputs. */
  output(): string
  /** Asks it to end, and waits. */
  stop(): Promise<void>
  /** `kill -9`, and waits. */
  kill(): Promise<void>
}

/** A gateway as its user starts it: its own process, its own data folder, a free port. */
export async function startGateway(options: StartOptions): Promise<RunningGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-gateway-'))
  const dataDir = options.dataDir ?? join(folder, 'data')
  const configPath = join(folder, 'gateway.config.json')
  if (options.config) writeFileSync(configPath, JSON.stringify(options.config))
  const child = spawn(
    process.execPath,
    [
      nodeFlag,
      ...(options.nodeArguments ?? []),
      options.alters === true
        ? sourcePath('server/main.ts')
        : programPath('server/main.ts', options.isBundled),
    ],
    {
      cwd: folder,
      env: {
        ...bareEnvironment,
        PORT: '0',
        DATA_DIR: dataDir,
        ...generousLimits,
        ...(options.config ? { GATEWAY_CONFIG: configPath } : {}),
        ...options.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let printed = ''
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      rmSync(folder, { recursive: true, force: true })
      resolve()
    })
  })
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      const url = /Listening on (\S+)/.exec(printed)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${printed}`)))
  })

  return {
    baseUrl,
    dataDir,
    pid: child.pid ?? 0,
    output: () => printed,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    kill() {
      child.kill('SIGKILL')
      return ended
    },
  }
}
