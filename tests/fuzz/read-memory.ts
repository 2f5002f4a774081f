import type { RunningGateway } from '../support/gateway/start-gateway.ts'

/** As `process.memoryUsage()` gives it after the garbage was collected, in bytes. */
export interface Memory {
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
  /** Longest lap of the event loop since the report before, in milliseconds. */
  readonly loop: {
    /** As a clock on the wall says. */
    readonly waited: number
    /** What the gateway's own thread computed in one; the rest is the machine's other work. */
    readonly computed: number
  }
}

const line = /^memory (\{.*\})$/gm

/** Asks a gateway that was started with `report-memory.ts`. */
export async function readMemory(gateway: RunningGateway): Promise<Memory> {
  const before = reports(gateway).length
  process.kill(gateway.pid, 'SIGUSR2')
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 20) {
    const report = reports(gateway)[before]
    if (report !== undefined) return JSON.parse(report) as Memory
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the gateway reports no memory: ${gateway.output().slice(-2_000)}`)
}

function reports(gateway: RunningGateway): readonly string[] {
  return [...gateway.output().matchAll(line)].map(([, json = '']) => json)
}
