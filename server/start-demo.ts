import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { GatewayConfig } from './config/gateway-config-schema.ts'
import { shippedRoutes } from './catalogue/shipped-models.ts'

/** Name under which the demo upstream serves. */
const demoModel = 'countersign-demo'

export interface DemoUpstream {
  /** The configuration that a gateway without one runs with. */
  readonly config: GatewayConfig
  /** Settles when the demo process ends. */
  readonly ended: Promise<void>
  stop(): void
}

/** Starts the built-in demo upstream, a process of its own, and configures the gateway for it. */
export async function startDemo(): Promise<DemoUpstream> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('demo/main.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const port = await readPort(child)
  const base_url = `http://127.0.0.1:${port}/v1`
  return {
    config: {
      upstreams: [
        {
          id: 'demo-enclave',
          kind: 'aci',
          base_url,
          models: named(shippedRoutes.tee),
          reference_values: {},
        },
        {
          id: 'demo',
          kind: 'openai',
          base_url,
          mode: 'private',
          models: named(shippedRoutes.private),
        },
        {
          id: 'demo-third-party',
          kind: 'openai',
          base_url,
          mode: 'anonymized',
          models: named(shippedRoutes.anonymized),
        },
      ],
    },
    ended: new Promise((resolve) => child.once('exit', () => resolve())),
    stop: () => child.kill('SIGTERM'),
  }
}

function named(ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, demoModel]))
}

function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the demo upstream ended with code ${code}`)))
    child.once('error', reject)
    if (!child.stdout) throw new Error('the demo upstream has no output')
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve((JSON.parse(line) as { port: number }).port)
    })
  })
}
