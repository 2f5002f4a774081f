import { costOf, type CostInput } from './cost-of.ts'
import type { Server } from '../servers.ts'

export type Asking = Omit<CostInput, 'servers'>

/** A turn that is not cheaper by so much than the cheapest so far is as good as it gets. */
const stillFalls = 0.97

/** Until its cost no longer falls, for two turns. */
export async function warmUp(server: Server, asking: Asking): Promise<void> {
  let best = Infinity
  let steady = 0
  for (let turn = 0; turn < 15 && steady < 2; turn += 1) {
    const { micros } = await costOf({ ...asking, servers: [server] })
    steady = micros < best * stillFalls ? 0 : steady + 1
    best = Math.min(best, micros)
  }
}
