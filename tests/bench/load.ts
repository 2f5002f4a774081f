import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onCore } from './servers.ts'
import { endedChildrenSeconds } from './cpu-time.ts'

export interface LoadOptions {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** File of the request's body. */
  readonly bodyPath: string
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Requests that were not answered with 200, or not at all. */
  readonly failed: number
}

interface Generator {
  readonly name: string
  command(options: LoadOptions): readonly string[]
  parse(printed: string): LoadResult
}

const path = '/v1/chat/completions'

const wrk: Generator = {
  name: 'wrk',
  command({ baseUrl, headers, bodyPath, connections, seconds }) {
    const script = join(import.meta.dirname, 'report-of-wrk.lua')
    const amount = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s']
    const request = [...headerArguments(headers), '-s', script, `${baseUrl}${path}`, bodyPath]
    return ['wrk', ...amount, ...request]
  },
  parse(printed) {
    return JSON.parse(printed.slice(printed.indexOf('{"requests"'))) as LoadResult
  },
}

const autocannon: Generator = {
  name: 'autocannon',
  command({ baseUrl, headers, bodyPath, connections, seconds }) {
    const program = fileURLToPath(import.meta.resolve('autocannon'))
    const amount = ['--json', '-w', '1', '-c', String(connections), '-d', String(seconds)]
    const request = ['-m', 'POST', '-i', bodyPath, ...headerArguments(headers)]
    return [process.execPath, program, ...amount, ...request, `${baseUrl}${path}`]
  },
  parse(printed) {
    const { requests, latency, duration, non2xx, errors } = JSON.parse(printed) as {
      readonly requests: { readonly total: number }
      readonly latency: { readonly p50: number; readonly p99: number }
      readonly duration: number
      readonly non2xx: number
      readonly errors: number
    }
    return {
      requests: requests.total,
      requestsPerSecond: requests.total / duration,
      p50Ms: latency.p50,
      p99Ms: latency.p99,
      failed: non2xx + errors,
    }
  },
}

/** The one that costs less, where it is installed. */
const generator = spawnSync('wrk', ['-v']).error === undefined ? wrk : autocannon
export const generatorName = generator.name

function headerArguments(headers: Readonly<Record<string, string>>): readonly string[] {
  const all = { 'content-type': 'application/json', ...headers }
  return Object.entries(all).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
}

export interface LoadRun extends LoadResult {
  /** Processor time of the generator. */
  readonly cpuSeconds: number
  readonly wallSeconds: number
}

/** Each connection sends its next request when it has its answer. */
export async function load(options: LoadOptions): Promise<LoadRun> {
  const [program = '', ...rest] = onCore(1, generator.command(options))
  const startedMs = performance.now()
  const beforeSeconds = endedChildrenSeconds()
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'ignore'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${generator.name} ended with ${String(code)}`)
  return {
    ...generator.parse(printed),
    cpuSeconds: endedChildrenSeconds() - beforeSeconds,
    wallSeconds: (performance.now() - startedMs) / 1000,
  }
}
