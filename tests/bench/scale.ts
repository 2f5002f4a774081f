import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endBySignal } from '../cluster/started-servers.ts'
import { askAtOnce } from './scale/at-once.ts'
import { costOf, medianCost, printCosts, type Cost } from './scale/cost-of.ts'
import { residentMiB } from './cpu-time.ts'
import { openIdleStreams } from './scale/idle-streams.ts'
import { startMixedLoad } from './scale/mixed-load.ts'
import { openSockets } from './scale/open-sockets.ts'
import { quantile } from './quantile.ts'
import { pinSelf, startGateway, startStub, type Server } from './servers.ts'
import { startSharedServers } from './scale/shared-servers.ts'
import { warmUp } from './scale/warm-up.ts'
import { removeBodies, workloads } from './workloads.ts'

// npm run bench:scale [-- --minutes 10] [-- --rate 100] [-- --only idle]
// What many gateways on one PostgreSQL and one Redis cost, beside one with its embedded store; what idle streams hold of memory; and
// whether a mixture of requests leaves anything behind.

const { values } = parseArgs({
  options: {
    /** Of the mixture. */
    minutes: { type: 'string', default: '0.5' },
    /** Requests a second of the mixture. */
    rate: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '5' },
    /** For which a gateway is asked in a round; more where the machine has other work. */
    seconds: { type: 'string', default: '2' },
    /** Parts whose name begins so: `shared`, `three`, `idle`, `mixed`. */
    only: { type: 'string', default: '' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
/** To a gateway. */
const connections = 48
/** Requests of a gateway in a round, for what they cost to be known. */
const enough = 1_000
const idleStreams = 2_000

if (process.platform !== 'linux') {
  console.error('The processor time of a process is read from /proc: this needs Linux.')
  process.exit(1)
}
pinSelf()
const started = endBySignal()
const stub = await started.add(startStub())
const shared = await started.add(startSharedServers())
const start = (environment?: Readonly<Record<string, string>>) =>
  started.add(startGateway(stub, environment))
const measuredWorkloads = workloads.filter(({ title, connections: each }) =>
  each === 64 ? ['buffered', 'streamed'].includes(title) : false,
)
const missed: string[] = []

const parts: readonly (readonly [string, () => Promise<void>])[] = [
  ['shared', compareStores],
  ['three', compareThree],
  ['idle', weighIdle],
  ['mixed', mixForLong],
]
try {
  for (const [name, part] of parts) if (name.startsWith(values.only)) await part()
  console.log(missed.length === 0 ? '\nEvery aim is met.' : `\nMissed: ${missed.join('; ')}`)
} finally {
  await started.end()
  removeBodies()
}

/** Medians of rounds in which the sides take turns, when all of them are warm. */
async function inTurns(
  sides: Readonly<Record<string, Server>>,
  bodyPath: string,
): Promise<Readonly<Record<string, Cost>>> {
  const found = new Map<string, Cost[]>()
  for (const server of Object.values(sides)) await warmUp(server, asking(bodyPath))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, server] of Object.entries(sides)) {
      const cost = await costOf({ ...asking(bodyPath), servers: [server] })
      found.set(name, [...(found.get(name) ?? []), cost])
    }
  }
  return Object.fromEntries([...found].map(([name, costs]) => [name, medianCost(costs)]))
}

function asking(bodyPath: string) {
  return { stub, shared, bodyPath, connections, seconds }
}

function judge(what: string, isMet: boolean): void {
  if (!isMet) missed.push(what)
  console.log(`${what}: ${isMet ? 'met' : 'MISSED'}`)
}

async function compareStores(): Promise<void> {
  const embedded = await start()
  const sharing = await start(shared.environment)
  for (const { title, bodyPath } of measuredWorkloads) {
    const costs = await inTurns({ embedded, shared: sharing }, bodyPath)
    printCosts(`Processor time a request, ${title}, ${connections} connections`, costs)
    const ratio = (costs['shared']?.micros ?? 0) / (costs['embedded']?.micros ?? 0)
    judge(`${title}: ${ratio.toFixed(2)} × the embedded store’s, aim ≤ 1.15`, ratio <= 1.15)
  }
  for (const each of [embedded, sharing]) each.stop()
}

/**
 * Here the three take turns on one core, which costs something though they share nothing: what that is, three with stores of their own
 * say. With a core each they would do what is left.
 */
async function compareThree(): Promise<void> {
  const startThree = (environment?: Readonly<Record<string, string>>) =>
    Promise.all([1, 2, 3].map(() => start(environment)))
  const sharing = await startThree(shared.environment)
  const apart = await startThree()
  for (const { title, bodyPath } of measuredWorkloads) {
    const sides = {
      sharing: await askAtOnce(sharing, asking(bodyPath), rounds),
      apart: await askAtOnce(apart, asking(bodyPath), rounds),
    }
    const costs = Object.entries(sides).flatMap(([side, { alone, together }]) => [
      [`${side}, one alone`, alone],
      [`${side}, all three`, together],
    ])
    printCosts(
      `Three gateways, ${title}, ${connections} connections each, all three for three times as long`,
      Object.fromEntries(costs) as Record<string, Cost>,
    )
    const { sharing: shares, apart: own } = sides
    const fewest = Math.min(shares.fewest, own.fewest)
    judge(
      `${title}: at least ${Math.round(fewest)} requests a gateway and round, ${enough} needed`,
      fewest >= enough,
    )
    const times = (3 * shares.times) / own.times
    judge(
      `${title}, one core: three do ${shares.times.toFixed(2)} × what one does, ${own.times.toFixed(2)} × where they share nothing; derived for a core each: ${times.toFixed(2)} ×, aim ≥ 2.7`,
      times >= 2.7,
    )
  }
  for (const each of [...sharing, ...apart]) each.stop()
}

async function weighIdle(): Promise<void> {
  const gateway = await start(shared.environment)
  const before = residentMiB(gateway.pid)
  const streams = await openIdleStreams(gateway, idleStreams)
  await delay(5_000)
  const resident = residentMiB(gateway.pid)
  console.log(
    `\nMemory of a gateway: ${before.toFixed(0)} MiB at its start, ${resident.toFixed(0)} MiB with ${idleStreams} idle streams (${(((resident - before) / idleStreams) * 1024).toFixed(0)} KiB each)`,
  )
  judge(`${resident.toFixed(0)} MiB, aim ≤ 300`, resident <= 300)
  streams.leave()
  gateway.stop()
}

async function mixForLong(): Promise<void> {
  const gateway = await start(shared.environment)
  const minutes = Number(values.minutes)
  const untilMs = performance.now() + minutes * 60_000
  const socketsNow = () => openSockets(gateway.pid, Number(new URL(gateway.baseUrl).port))
  const before = socketsNow()
  const mixed = startMixedLoad(gateway, Number(values.rate))
  const residents: number[] = []
  const everyMs = Math.min(15_000, (minutes * 60_000) / 20)
  while (performance.now() < untilMs) {
    await delay(everyMs)
    residents.push(residentMiB(gateway.pid))
  }
  await mixed.stop()
  const left = socketsNow()
  console.log(`\n${minutes} minutes of mixed load at ${values.rate} requests a second`)
  console.table(mixed.served)
  // The first quarter compiles, and fills what is kept.
  const quarter = Math.ceil(residents.length / 4)
  const early = quantile(residents.slice(quarter, 2 * quarter), 0.5)
  const late = quantile(residents.slice(-quarter), 0.5)
  console.log(`Memory: ${residents.map((each) => each.toFixed(0)).join(' ')} MiB`)
  judge(
    `median of the last quarter ${late.toFixed(0)} MiB, of the second ${early.toFixed(0)} MiB, aim ≤ 1.1 ×`,
    late <= early * 1.1,
  )
  console.log(
    `Sockets that are no caller’s: ${before.others} before, ${left.others} after, with connections to the upstream that are kept`,
  )
  judge(
    `${left.callers} connections of callers are left, ${before.callers} before: aim, none more`,
    left.callers <= before.callers,
  )
  judge(`${mixed.failed()} requests failed, aim 0`, mixed.failed() === 0)
  gateway.stop()
}
