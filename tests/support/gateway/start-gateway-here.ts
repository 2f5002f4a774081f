import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../server/gateway/run.ts'
import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { generousLimits } from './start-gateway.ts'

export interface HereOptions {
  readonly config: GatewayConfig
  readonly environment?: Readonly<Record<string, string>>
  /** Kept when given; otherwise a temporary one goes with the gateway. */
  readonly dataDir?: string
}

export interface GatewayHere {
  readonly baseUrl: string
  readonly dataDir: string
  /** What the gateway told whoever started it. */
  readonly said: readonly string[]
  stop(): Promise<void>
}

/**
 * A gateway like `startGateway`'s, in the process of the test: what a process of its own takes to start is
 * saved where a test is about neither what it prints nor how it ends.
 */
export async function startGatewayHere(options: HereOptions): Promise<GatewayHere> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-gateway-'))
  const dataDir = options.dataDir ?? join(folder, 'data')
  const configPath = join(folder, 'gateway.config.json')
  writeFileSync(configPath, JSON.stringify(options.config))
  const lines: string[] = []
  const variables = {
    ...generousLimits,
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    GATEWAY_CONFIG: configPath,
    ...options.environment,
  }
  const gateway = await run(variables, (line) => lines.push(line), noDemo)
  return {
    baseUrl: /Listening on (\S+)/.exec(lines.join('\n'))?.[1] ?? '',
    dataDir,
    said: lines,
    async stop() {
      await gateway.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function noDemo(): never {
  throw new Error('a gateway with a configuration starts no demo')
}
