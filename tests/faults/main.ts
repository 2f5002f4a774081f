import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from '../cluster/start-cluster.ts'
import { endBySignal } from '../cluster/started-servers.ts'
import { verifyIndependently, allHold } from '../support/receipts/verify-independently.ts'
import { faults, type FaultedSystem } from './faults.ts'
import { doubled, startLoad, type Asked, type Outcome } from './load.ts'
import { startStubUpstream } from './stub-upstream.ts'
import { startTcpGap, type TcpGap } from './tcp-gap.ts'

// `npm run test:faults`: what is lost, wrong or doubled while something breaks, under load. Exit status 1 where
// anything is wrong, doubled or does not recover; what is lost is in the table for people to judge.

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    streams: { type: 'string', default: '200' },
    only: { type: 'string' },
  },
})
const perSecond = Number(values.rate)
const streams = Number(values.streams)
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Every so many'th receipt is verified: all of them would take the machine that serves them. */
const verifyEach = 10
/** Before each fault, and after it. */
const calmMs = 5_000
/** Served one after the other, that is how it is well again. */
const wellAfter = 100

const started = endBySignal()
const disk = mountDisk()
const upstream = await started.add(startStubUpstream())
const gaps: TcpGap[] = []
const starting = startCluster({
  config: {
    upstreams: [
      {
        id: 'stub',
        kind: 'openai',
        base_url: upstream.baseUrl,
        mode: 'private',
        models: { stub: 'stub' },
      },
    ],
    plans: [{ id: 'free', requests_per_minute: 10_000_000 }],
  },
  instances: 3,
  port: 18_787,
  environment: {
    PATH: process.env['PATH'],
    LOG_LEVEL: 'info',
    KEYS_PER_DAY: '1000000',
    SIGNED_OUT_RPM: '1000000',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shift-clock.mjs')}`,
  },
  say,
  ...(disk === null ? {} : { postgresFolder: disk }),
  async reachRedis(port) {
    const gap = await startTcpGap(port)
    gaps.push(gap)
    void started.add(Promise.resolve({ stop: () => gap.close() }))
    return gap.port
  },
})
const cluster = await started.add(starting)
const [redisGap] = gaps
if (redisGap === undefined) throw new Error('Redis was not started')
const system: FaultedSystem = { cluster, upstream, redisGap, disk }

async function makeKey(): Promise<string | null> {
  const made = await fetch(`${cluster.address}/api/keys`, {
    method: 'POST',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  return made?.status === 201 ? ((await made.json()) as { key: string }).key : null
}

const key = (await makeKey()) ?? ''
const { seal_signer: sealSigner } = (await (
  await fetch(`${cluster.address}/api/limits`)
).json()) as { seal_signer: string }

/** Keys that were acknowledged, whatever broke meanwhile. */
const keys: string[] = []
const rows: string[][] = []
let isBad = false

try {
  for (const fault of faults) {
    if (values.only !== undefined && !fault.name.includes(values.only)) continue
    rows.push(await runUnder(fault))
    say(rows.at(-1)?.join(' | ') ?? '')
  }
} finally {
  await started.end()
}

async function runUnder(fault: (typeof faults)[number]): Promise<string[]> {
  const load = startLoad({ address: cluster.address, key, perSecond, streams })
  let isOver = false
  const making = (async () => {
    while (!isOver) {
      const made = await makeKey()
      if (made !== null) keys.push(made)
      await delay(200)
    }
  })()
  await delay(calmMs)
  let problem = ''
  await fault.run(system).catch((error: unknown) => {
    problem = String(error)
  })
  const undoneMs = performance.now()
  const recovery = await recovered(load.asked, undoneMs)
  await delay(calmMs)
  isOver = true
  await Promise.all([load.stop(), making])

  const { asked } = load
  const count = (outcome: Outcome, kind?: Asked['kind']) =>
    asked.filter((each) => each.outcome === outcome && (kind === undefined || each.kind === kind))
      .length
  const unverified = await unverifiedOf(asked)
  const twice = doubled(asked, upstream)
  const keysLost = await lostKeys()
  const wrong = count('wrong') + unverified
  isBad ||= wrong + twice + keysLost > 0 || recovery === null || problem !== ''
  const why = new Map<string, number>()
  for (const { detail } of asked) if (detail) why.set(detail, (why.get(detail) ?? 0) + 1)
  say(`  ${[...why].map(([detail, number]) => `${number} × ${detail}`).join(', ')} ${problem}`)
  return [
    fault.name,
    String(count('served', 'buffered')),
    String(count('served', 'streamed')),
    String(count('refused')),
    `${count('lost', 'buffered')} + ${count('lost', 'streamed')}`,
    String(wrong),
    String(twice),
    String(keysLost),
    recovery === null ? 'did not' : `${(recovery / 1000).toFixed(1)} s`,
  ]
}

/** Milliseconds from when the fault was undone to the first of so many that were served in a row. */
async function recovered(asked: readonly Asked[], sinceMs: number): Promise<number | null> {
  for (let tries = 0; tries < 120; tries += 1) {
    const after = asked.filter(({ endedMs, kind }) => endedMs > sinceMs && kind === 'buffered')
    let first = 0
    for (const [index, { outcome }] of after.entries()) if (outcome !== 'served') first = index + 1
    if (after.length - first >= wellAfter) return (after[first]?.endedMs ?? sinceMs) - sinceMs
    await delay(500)
  }
  return null
}

async function unverifiedOf(asked: readonly Asked[]): Promise<number> {
  let bad = 0
  const buffered = asked.filter(({ outcome, kind }) => outcome === 'served' && kind === 'buffered')
  for (const { id, text } of buffered.filter((_each, index) => index % verifyEach === 0)) {
    const { svc, choices } = JSON.parse(text) as {
      svc: Parameters<typeof verifyIndependently>[0]['svc'] & {
        receipt: { body: { issuedAt: string } }
      }
      choices: readonly { message: unknown }[]
    }
    const messages = [{ role: 'user', content: id }]
    const held = await verifyIndependently({
      svc,
      messages,
      message: choices[0]?.message,
      sealSigner,
    })
    const offMs = Math.abs(Date.now() - Date.parse(svc.receipt.body.issuedAt))
    if (JSON.stringify(held) !== JSON.stringify(allHold) || offMs > 300_000) bad += 1
  }
  return bad
}

async function lostKeys(): Promise<number> {
  let lost = 0
  for (const each of keys.splice(0)) {
    const self = await fetch(`${cluster.address}/api/keys/self`, {
      headers: { authorization: `Bearer ${each}` },
    })
    if (self.status !== 200) lost += 1
  }
  return lost
}

/** A disk that can be filled without harm; it takes root. */
function mountDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'countersign-disk-'))
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'none', folder])
  const stop = () => {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
  void started.add(Promise.resolve({ stop }))
  return folder
}

const head = [
  'fault',
  'served',
  'streams',
  'refused',
  'lost',
  'wrong',
  'doubled',
  'keys lost',
  'well after',
]
say('')
for (const row of [head, head.map(() => '---'), ...rows]) say(`| ${row.join(' | ')} |`)
process.exitCode = isBad ? 1 : 0
