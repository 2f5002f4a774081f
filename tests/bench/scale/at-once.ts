import { costOf, medianCost, type Cost } from './cost-of.ts'
import { quantile } from '../quantile.ts'
import type { Server } from '../servers.ts'
import { warmUp, type Asking } from './warm-up.ts'

export interface AtOnce {
  /** Of one of them while nobody asks the others. */
  readonly alone: Cost
  /** Of one of them while all are asked. */
  readonly together: Cost
  /** What all do at the same time by what one does alone, with a core each: their number, but for what sharing costs. */
  readonly times: number
  /** Fewest requests of one gateway in one round. */
  readonly fewest: number
}

/**
 * What gateways cost that are asked at the same time, beside the same ones asked one after the other. All of them have one core
 * here, so that together they are given as much more time as they are more: each answers about as many requests as alone, over as
 * many connections, and is as warm.
 */
export async function askAtOnce(
  servers: readonly Server[],
  asking: Asking,
  rounds: number,
): Promise<AtOnce> {
  for (const server of servers) await warmUp(server, asking)
  const seconds = asking.seconds * servers.length
  const alone: Cost[][] = []
  const together: Cost[] = []
  for (let round = 0; round < rounds; round += 1) {
    const each: Cost[] = []
    for (const server of servers) each.push(await costOf({ ...asking, servers: [server] }))
    alone.push(each)
    together.push(await costOf({ ...asking, servers, seconds }))
  }
  const meanMicros = (costs: readonly Cost[]) =>
    costs.reduce((sum, { micros }) => sum + micros, 0) / costs.length
  // Within a round, so that a machine that changes its speed changes that of both.
  const times = together.map(
    ({ micros }, round) => (servers.length * meanMicros(alone[round] ?? [])) / micros,
  )
  return {
    alone: medianCost(alone.flat()),
    together: medianCost(together),
    times: quantile(times, 0.5),
    fewest: Math.min(
      ...alone.flat().map(({ requests }) => requests),
      ...together.map(({ requests }) => requests / servers.length),
    ),
  }
}
