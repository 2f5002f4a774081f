import { parseArgs } from 'node:util'
import { residentMiB } from './cpu-time.ts'
import { firstTokenMs } from './first-token.ts'
import { generatorName } from './load.ts'
import { bottleneckOf, measure, medianOf, type Measured } from './measure.ts'
import { quantile } from './quantile.ts'
import {
  canPin,
  pinSelf,
  startBareReceipt,
  startGateway,
  startPassThrough,
  startStub,
  type Server,
} from './servers.ts'
import { removeBodies, streamedBody, workloads, type Workload } from './workloads.ts'

// npm run bench [-- --quick] [-- --only streamed] [-- --seconds 2]
// What a request costs the gateway in processor time, beside a bare Fastify + undici pass-through.

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    /** Rows whose title begins so. */
    only: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const isQuick = values.quick === true
const rounds = isQuick ? 3 : 7
const seconds = Number(values.seconds ?? (isQuick ? 1 : 2))

if (process.platform !== 'linux') {
  console.error('The processor time of a process is read from /proc: this needs Linux.')
  process.exit(1)
}
console.log(`µs of processor time a request, user and system, of the server's whole process tree (read from
/proc, so this needs Linux): medians of ${rounds} rounds of ${seconds} s, in which the servers take turns.
ratio = pass-through's / ours. Load by ${generatorName}; the stub upstream writes made-up bytes, and of a stream
one chunk for each open stream in turn, a write each: a server that is slow gets several in one read.
'receipt alone' is the pass-through with a receipt in each answer, and nothing else.
${canPin ? 'The server has core 0; stub and load share core 1.' : 'taskset is missing: nothing is pinned to a core.'} Shares are of one core; a bottleneck is what had 90 % of its own;
others are what else ran on the machine.`)

pinSelf()
const stub = await startStub()
const ours = await startGateway(stub)
const servers = new Map<string, Server>([
  ['pass-through', await startPassThrough(stub)],
  ['countersign', ours],
])
/** With what signs and does nothing else, where answers are buffered. */
const withBare = new Map([...servers, ['receipt alone', await startBareReceipt(stub)]])
const serversFor = ({ title }: Workload) => (title.startsWith('streamed') ? servers : withBare)

const requestsBefore = 1_000
await firstTokenMs({ ...ours, bodyPath: streamedBody }, requestsBefore)
const residentBefore = residentMiB(ours.pid)

const chosen = workloads.filter(({ title }) => title.startsWith(values.only ?? ''))
for (const workload of chosen) {
  if (workload.connections !== 64) continue
  for (const server of serversFor(workload).values()) await warmUp(server, workload)
}

const missed: string[] = []
for (const workload of chosen) report(workload, await inTurn(workload))
await reportFirstToken()
const resident = residentMiB(ours.pid)
console.log(
  `\nRSS ${residentBefore.toFixed(0)} MiB after ${requestsBefore} streams, ${resident.toFixed(0)} MiB after all: × ${(resident / residentBefore).toFixed(2)}`,
)
console.log(missed.length === 0 ? '\nEvery aim is met.' : `\nMissed: ${missed.join('; ')}`)
for (const server of [...withBare.values(), stub]) server.stop()
removeBodies()

/** Until what runs is compiled; longer where the machine has other work. */
async function warmUp(server: Server, { bodyPath, warmUpRequests }: Workload): Promise<void> {
  let left = isQuick ? warmUpRequests / 4 : warmUpRequests
  for (let turn = 0; turn < 20 && left > 0; turn++) {
    const run = { server, stub, bodyPath, connections: 64, seconds: 2 }
    const { requestsPerSecond } = await measure(run)
    left -= 2 * requestsPerSecond
  }
}

async function inTurn(workload: Workload): Promise<Map<string, Measured>> {
  const { bodyPath, connections } = workload
  const contenders = serversFor(workload)
  const measured = new Map([...contenders.keys()].map((name) => [name, [] as Measured[]]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, server] of contenders) {
      measured.get(name)?.push(await measure({ server, stub, bodyPath, connections, seconds }))
    }
  }
  return new Map([...measured].map(([name, list]) => [name, medianOf(list)]))
}

function report({ title, connections, aim }: Workload, measured: Map<string, Measured>): void {
  const name = `${title}, ${connections} connection${connections === 1 ? '' : 's'}`
  const bare = measured.get('pass-through')?.cpuMicros ?? Number.NaN
  const own = measured.get('countersign')?.cpuMicros ?? Number.NaN
  console.log(`\n${name}`)
  console.table(
    Object.fromEntries(
      [...measured].map(([server, each]) => [
        server,
        {
          'CPU µs': Math.round(each.cpuMicros),
          ratio: (bare / each.cpuMicros).toFixed(2),
          'req/s': Math.round(each.requestsPerSecond),
          'p50 ms': each.p50Ms.toFixed(2),
          'p99 ms': each.p99Ms.toFixed(2),
          server: percent(each.serverShare),
          stub: percent(each.stubShare),
          load: percent(each.loadShare),
          others: percent(each.othersShare),
          bottleneck: bottleneckOf(each),
          failed: each.failed,
        },
      ]),
    ),
  )
  if (aim !== null) judge(name, bare / own, aim)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function judge(what: string, ratio: number, least: number): void {
  const isMet = ratio >= least
  if (!isMet) missed.push(`${what} ${ratio.toFixed(2)} of ${least}`)
  console.log(`${ratio.toFixed(2)}, aim ≥ ${least}: ${isMet ? 'met' : 'MISSED'}`)
}

async function reportFirstToken(): Promise<void> {
  const times = new Map([...servers.keys()].map((name) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, server] of servers) {
      times.get(name)?.push(await firstTokenMs({ ...server, bodyPath: streamedBody }, 200))
    }
  }
  const median = (name: string) => quantile(times.get(name) ?? [], 0.5)
  const ratio = median('countersign') / median('pass-through')
  console.log('\nfirst token of a burst, 1 connection')
  for (const name of times.keys()) console.log(`  ${name}: ${median(name).toFixed(3)} ms`)
  const isMet = ratio <= 1.2
  if (!isMet) missed.push(`first token ${ratio.toFixed(2)} of 1.2`)
  console.log(`${ratio.toFixed(2)} × the pass-through's, aim ≤ 1.2: ${isMet ? 'met' : 'MISSED'}`)
}
