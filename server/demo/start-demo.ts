import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { shippedRoutes } from '../gateway/catalogue/shipped-models.ts'
import type { Demo } from '../gateway/run.ts'
import type { UpstreamConfig } from '../gateway/upstreams/upstream-registry.ts'

/** Name under which both serve. */
const demoModel = 'countersign-demo'

/** What tools with fixed lists ask for. */
const demoAliases = {
  'gpt-4o': 'svc-chat',
  'gpt-4o-mini': 'svc-chat-mini',
  'gpt-4.1': 'svc-chat',
  'gpt-5': 'svc-chat',
  o3: 'svc-reason',
  'claude-sonnet-4-5': 'svc-chat',
  'text-embedding-3-small': 'svc-embed',
} as const

type SimulatedEnclave = Extract<UpstreamConfig, { kind: 'aci-simulated' }>

/** What the simulated enclave prints when it listens. */
type Simulated = Pick<
  SimulatedEnclave,
  'base_url' | 'collateral_url' | 'simulation_root' | 'reference_values'
>

/**
 * Starts what answers where nothing is configured, each a process of its own: the built-in demo
 * upstream, and a simulated enclave.
 */
export async function startDemo(): Promise<Demo> {
  const demo = start('upstream/main.ts')
  const enclave = start('enclave/main.ts')
  const [{ port }, simulated] = await Promise.all([
    readLine<{ port: number }>(demo),
    readLine<Simulated>(enclave),
  ])
  const base_url = `http://127.0.0.1:${port}/v1`
  return {
    config: {
      upstreams: [
        {
          id: 'simulated-enclave',
          kind: 'aci-simulated',
          counts_tokens: true,
          models: named(shippedRoutes.tee),
          ...simulated,
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
      aliases: demoAliases,
    },
    stop() {
      demo.kill('SIGTERM')
      enclave.kill('SIGTERM')
    },
  }
}

function named(ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, demoModel]))
}

function start(file: string): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** The one line of JSON that a process prints once it listens. */
function readLine<Line>(child: ChildProcess): Promise<Line> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a demo process ended with code ${code}`)))
    child.once('error', reject)
    if (!child.stdout) throw new Error('the demo process has no output')
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve(JSON.parse(line) as Line)
    })
  })
}
