import { parseArgs } from 'node:util'
import { load, quantile, type LoadResult } from './load.ts'
import {
  pinSelf,
  startGateway,
  startPassThrough,
  startPortkey,
  startStub,
  type Server,
} from './servers.ts'

// npm run bench [-- --quick] [-- --rss] [-- --portkey]
// The gateway beside a bare Fastify + undici pass-through and the upstream itself, in one run.

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    rss: { type: 'boolean' },
    portkey: { type: 'boolean' },
  },
})
const rounds = values.quick === true ? 3 : 7
const scale = values.quick === true ? 0.3 : 1

const prompt = Array.from({ length: 200 }, (_, index) => `word${index % 7}`).join(' ')
const bodies = {
  buffered: JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: prompt }] }),
  streamed: JSON.stringify({
    model: 'bench',
    messages: [{ role: 'user', content: prompt }],
    stream: true,
  }),
}
type Kind = keyof typeof bodies

function requestsOf(kind: Kind, connections: number): number {
  const buffered = connections === 1 ? 2000 : 8000
  return Math.round((kind === 'buffered' ? buffered : buffered / 8) * scale)
}

function run(server: Server, kind: Kind, connections: number, requests: number) {
  const { baseUrl, headers } = server
  return load({ baseUrl, headers, body: bodies[kind], connections, requests })
}

function median(results: readonly LoadResult[]): LoadResult {
  const of = (pick: (result: LoadResult) => number) => quantile(results.map(pick), 0.5)
  return {
    requestsPerSecond: of((result) => result.requestsPerSecond),
    p50Ms: of((result) => result.p50Ms),
    p99Ms: of((result) => result.p99Ms),
    firstByteMs: of((result) => result.firstByteMs),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  }
}

console.log(
  pinSelf()
    ? 'Servers under test on core 0; stub upstream and load on core 1.'
    : 'taskset is missing: nothing is pinned to a core.',
)
const stub = await startStub()
const servers = new Map<string, Server>([
  ['direct', stub],
  ['pass-through', await startPassThrough(stub)],
  ['countersign', await startGateway(stub)],
])
const portkey = values.portkey === true ? await startPortkey(stub) : null
if (portkey) servers.set('portkey', portkey)

for (const server of servers.values()) {
  await run(server, 'buffered', 64, 15_000)
  await run(server, 'streamed', 64, 1_000)
}

for (const kind of ['buffered', 'streamed'] as const) {
  for (const connections of [1, 16, 64]) {
    const results = new Map<string, LoadResult[]>()
    for (let round = 0; round < rounds; round++) {
      // Taking turns, so that what disturbs the machine disturbs all of them.
      for (const [name, server] of servers) {
        const result = await run(server, kind, connections, requestsOf(kind, connections))
        results.set(name, [...(results.get(name) ?? []), result])
      }
    }
    report(kind, connections, new Map([...results].map(([name, list]) => [name, median(list)])))
  }
}

function report(kind: Kind, connections: number, results: ReadonlyMap<string, LoadResult>): void {
  console.log(`\n${kind}, ${connections} connection${connections === 1 ? '' : 's'}`)
  const bare = results.get('pass-through')
  const direct = results.get('direct')
  console.table(
    Object.fromEntries(
      [...results].map(([name, result]) => [
        name,
        {
          'req/s': Math.round(result.requestsPerSecond),
          '× pass-through': round(result.requestsPerSecond / (bare?.requestsPerSecond ?? 1)),
          'p50 ms': round(result.p50Ms),
          'p99 ms': round(result.p99Ms),
          'first byte ms': round(result.firstByteMs),
          'first byte × direct': round(result.firstByteMs / (direct?.firstByteMs ?? 1)),
          failed: result.failed,
          'RSS MiB': Math.round(servers.get(name)?.residentMiB() ?? Number.NaN),
        },
      ]),
    ),
  )
  const ours = results.get('countersign')
  if (ours && bare) console.log(`added p50: ${round(ours.p50Ms - bare.p50Ms)} ms`)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

// An upstream that thinks before its first token and then writes one each 2 ms, as models do.
for (const connections of [1, 16]) {
  const results = new Map<string, LoadResult[]>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, server] of servers) {
      const { baseUrl, headers } = server
      const body = bodies.streamed.replace('{', '{"think_ms":25,')
      const result = await load({ baseUrl, headers, body, connections, requests: connections * 8 })
      results.set(name, [...(results.get(name) ?? []), result])
    }
  }
  const firstByte = new Map([...results].map(([name, list]) => [name, median(list).firstByteMs]))
  const direct = firstByte.get('direct') ?? Number.NaN
  console.log(`\nfirst token of a stream, upstream thinks for 25 ms, ${connections} at a time`)
  for (const [name, ms] of firstByte)
    console.log(`  ${name}: ${round(ms)} ms, × direct ${round(ms / direct)}`)
}

if (values.rss === true) {
  const gateway = await startGateway(stub)
  await run(gateway, 'buffered', 16, 1000)
  const before = gateway.residentMiB()
  await run(gateway, 'buffered', 16, 99_000)
  const after = gateway.residentMiB()
  console.log(
    `\nRSS ${Math.round(before)} MiB after 1,000 requests, ${Math.round(after)} MiB after 100,000: × ${round(after / before)}`,
  )
  gateway.stop()
}

for (const server of servers.values()) server.stop()
