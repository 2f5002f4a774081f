import { busySeconds, cpuSeconds, endedChildrenSeconds } from '../cpu-time.ts'
import { load } from '../load.ts'
import { medians } from '../quantile.ts'
import type { Server } from '../servers.ts'
import type { SharedServers } from './shared-servers.ts'

/** Of a request, unless it says otherwise. */
export interface Cost {
  /** Processor time of the gateways. */
  readonly micros: number
  readonly postgresMicros: number
  readonly redisMicros: number
  /** All that were answered. */
  readonly requests: number
  /** Of one core: the gateways, all that serves them (stub, load, PostgreSQL, Redis), and what else ran on the machine. */
  readonly gatewayShare: number
  readonly supplyShare: number
  readonly othersShare: number
}

export interface CostInput {
  readonly servers: readonly Server[]
  readonly stub: Server
  readonly shared: SharedServers
  readonly bodyPath: string
  /** To each of the gateways. */
  readonly connections: number
  readonly seconds: number
}

/** Processor time by request of gateways that are asked at the same time, and of what they share. */
export async function costOf(input: CostInput): Promise<Cost> {
  const { servers, stub, shared, bodyPath, connections, seconds } = input
  const taken = () => ({
    gateways: servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    postgres: cpuSeconds(shared.postgresPid),
    redis: cpuSeconds(shared.redisPid),
    stub: cpuSeconds(stub.pid),
    load: endedChildrenSeconds(),
    all: busySeconds(),
    wall: performance.now() / 1000,
  })
  const before = taken()
  const runs = await Promise.all(
    servers.map(({ baseUrl, headers }) =>
      load({ baseUrl, headers, bodyPath, connections, seconds }),
    ),
  )
  const after = taken()
  const requests = runs.reduce((sum, run) => sum + run.requests, 0)
  const failed = runs.reduce((sum, run) => sum + run.failed, 0)
  if (failed > 0) throw new Error(`${failed} requests failed`)
  const spent = (part: keyof typeof after) => after[part] - before[part]
  const supply = spent('postgres') + spent('redis') + spent('stub') + spent('load')
  return {
    micros: (spent('gateways') / requests) * 1e6,
    postgresMicros: (spent('postgres') / requests) * 1e6,
    redisMicros: (spent('redis') / requests) * 1e6,
    requests,
    gatewayShare: spent('gateways') / spent('wall'),
    supplyShare: supply / spent('wall'),
    othersShare: Math.max(0, spent('all') - spent('gateways') - supply) / spent('wall'),
  }
}

/** The median of each figure, and all requests. */
export function medianCost(costs: readonly Cost[]): Cost {
  return { ...medians(costs), requests: costs.reduce((sum, each) => sum + each.requests, 0) }
}

/** What could not have gone faster, with 90 % of its own core, or what took a part of the cores from it. */
function bottleneckOf({ gatewayShare, supplyShare, othersShare }: Cost): string {
  if (gatewayShare >= 0.9) return 'gateways'
  if (supplyShare >= 0.9) return 'stub, load and stores'
  return othersShare >= 0.2 ? 'other work on the machine' : 'none'
}

export function printCosts(title: string, costs: Readonly<Record<string, Cost>>): void {
  console.log(`\n${title}`)
  const row = (cost: Cost) => ({
    'gateway µs': Math.round(cost.micros),
    'PostgreSQL µs': cost.postgresMicros.toFixed(1),
    'Redis µs': cost.redisMicros.toFixed(1),
    requests: cost.requests,
    'gateways’ core': cost.gatewayShare.toFixed(2),
    'the other core': cost.supplyShare.toFixed(2),
    'others’ share': cost.othersShare.toFixed(2),
    bottleneck: bottleneckOf(cost),
  })
  console.table(Object.fromEntries(Object.entries(costs).map(([name, each]) => [name, row(each)])))
}
