import { busySeconds, cpuSeconds } from './cpu-time.ts'
import { load, type LoadOptions } from './load.ts'
import { medians } from './quantile.ts'
import type { Server } from './servers.ts'

/** One round, or the median of several. */
export interface Measured {
  /** Processor time of the server's whole process tree, by request. */
  readonly cpuMicros: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failed: number
  /** Share of one core. */
  readonly serverShare: number
  readonly stubShare: number
  readonly loadShare: number
  /** Everything else on the machine. */
  readonly othersShare: number
}

type MeasureInput = Omit<LoadOptions, 'baseUrl' | 'headers'> & {
  readonly server: Server
  readonly stub: Server
}

export async function measure({ server, stub, ...options }: MeasureInput): Promise<Measured> {
  const { baseUrl, headers } = server
  const taken = () => ({
    server: cpuSeconds(server.pid),
    stub: cpuSeconds(stub.pid),
    all: busySeconds(),
  })
  const before = taken()
  const run = await load({ baseUrl, headers, ...options })
  const after = taken()
  const serverSeconds = after.server - before.server
  const stubSeconds = after.stub - before.stub
  const othersSeconds = after.all - before.all - serverSeconds - stubSeconds - run.cpuSeconds
  return {
    cpuMicros: (serverSeconds / run.requests) * 1e6,
    requestsPerSecond: run.requestsPerSecond,
    p50Ms: run.p50Ms,
    p99Ms: run.p99Ms,
    failed: run.failed,
    serverShare: serverSeconds / run.wallSeconds,
    stubShare: stubSeconds / run.wallSeconds,
    loadShare: run.cpuSeconds / run.wallSeconds,
    othersShare: Math.max(othersSeconds, 0) / run.wallSeconds,
  }
}

export function medianOf(rounds: readonly Measured[]): Measured {
  return { ...medians(rounds), failed: rounds.reduce((sum, { failed }) => sum + failed, 0) }
}

/** What could not have gone faster: it had 90 % of its core or more. */
export function bottleneckOf({ serverShare, stubShare, loadShare }: Measured): string {
  if (serverShare >= 0.9) return 'server'
  if (stubShare + loadShare < 0.9) return 'none'
  return stubShare >= loadShare ? 'stub' : 'load'
}
