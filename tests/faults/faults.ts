import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster } from '../cluster/start-cluster.ts'
import type { StubUpstream } from './stub-upstream.ts'
import type { TcpGap } from './tcp-gap.ts'

export interface FaultedSystem {
  readonly cluster: Cluster
  readonly upstream: StubUpstream
  readonly redisGap: TcpGap
  /** Where PostgreSQL keeps its data, a disk of its own; null where none could be made. */
  readonly disk: string | null
}

interface Fault {
  readonly name: string
  /** Done, and undone. */
  run(system: FaultedSystem): Promise<void>
}

/** So long each of them lasts. */
const lastsMs = 5_000

const instance = ({ cluster }: FaultedSystem, index: number) =>
  cluster.instances[index] ?? unreachable()

function unreachable(): never {
  throw new Error('there are three gateways')
}

async function inDatabase({ cluster }: FaultedSystem, statement: string): Promise<void> {
  const client = new Client({ connectionString: `${cluster.postgres.address}/postgres` })
  await client.connect()
  await client.query('set default_transaction_read_only = off')
  await client.query(statement)
  await client.query('select pg_reload_conf()')
  await client.end()
}

export const faults: readonly Fault[] = [
  { name: 'none', run: () => delay(lastsMs) },
  {
    name: 'kill -9 of one gateway',
    async run(system) {
      await instance(system, 0).end('SIGKILL')
      await delay(lastsMs)
      await instance(system, 0).start()
    },
  },
  {
    name: 'SIGTERM to one gateway',
    async run(system) {
      await instance(system, 1).end('SIGTERM')
      await instance(system, 1).start()
    },
  },
  {
    name: 'one of two workers killed',
    async run(system) {
      const gateway = instance(system, 2)
      await gateway.end('SIGTERM')
      await gateway.start({ WORKERS: '2' })
      await delay(lastsMs)
      const worker = [...gateway.output().matchAll(/"worker":(\d+),"msg":"a worker serves"/g)].at(
        -1,
      )
      process.kill(Number(worker?.[1]), 'SIGKILL')
      await delay(lastsMs)
      await gateway.end('SIGTERM')
      await gateway.start()
    },
  },
  {
    name: 'PostgreSQL restarted',
    run: ({ cluster }) => cluster.postgres.restart(),
  },
  {
    name: 'PostgreSQL read-only',
    async run(system) {
      await inDatabase(system, 'alter system set default_transaction_read_only = on')
      await delay(lastsMs)
      await inDatabase(system, 'alter system reset default_transaction_read_only')
    },
  },
  {
    name: 'disk of PostgreSQL full',
    async run({ disk }) {
      if (disk === null) throw new Error('needs root, to mount a disk of its own')
      const filler = join(disk, 'filler')
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' })
      } catch {
        // It ends when the disk is full.
      }
      await delay(lastsMs)
      rmSync(filler)
    },
  },
  {
    name: 'Redis restarted and flushed',
    run: ({ cluster }) => cluster.emptyRedis(),
  },
  {
    name: 'Redis hangs (SIGSTOP)',
    async run({ cluster }) {
      const { pid } = cluster.redis()
      process.kill(pid, 'SIGSTOP')
      await delay(lastsMs)
      process.kill(pid, 'SIGCONT')
    },
  },
  {
    name: 'Redis cut off and healed',
    async run({ redisGap }) {
      redisGap.cut()
      await delay(lastsMs)
      redisGap.heal()
    },
  },
  {
    name: 'clock of one gateway 10 min ahead',
    async run(system) {
      const pid = instance(system, 0).pid()
      process.kill(pid, 'SIGUSR2')
      await delay(lastsMs)
      process.kill(pid, 'SIGUSR2')
    },
  },
  {
    name: 'upstream gone (before, during)',
    async run({ upstream }) {
      await upstream.die()
      await delay(lastsMs)
      await upstream.revive()
    },
  },
  {
    name: 'upstream drops kept connections (after)',
    async run({ upstream }) {
      for (let time = 0; time < 10; time += 1) {
        upstream.dropIdle()
        await delay(lastsMs / 10)
      }
    },
  },
  {
    name: 'configuration read again ten times',
    async run({ cluster }) {
      for (let time = 0; time < 10; time += 1) {
        for (const each of cluster.instances) process.kill(each.pid(), 'SIGHUP')
        await delay(lastsMs / 10)
      }
    },
  },
]
