import { parseArgs } from 'node:util'
import { nearFaults, type NearFault } from './near/near-faults.ts'
import { nearModel, startNear } from './near/start-near.ts'

// A process of its own, as a provider is another machine. It prints where it is, and what must be configured to accept it,
// as one line of JSON; it ends with whoever started it.

const { values } = parseArgs({
  options: {
    as: { type: 'string' },
    fault: { type: 'string' },
    port: { type: 'string' },
  },
})
const named = values.fault ?? process.env['SIM_FAULT'] ?? ''
if (values.as !== 'near' || (named !== '' && !isFault(named))) {
  const known = Object.keys(nearFaults).join(', ')
  process.stderr.write(`Usage: --as near [--fault <one of ${known}>] [--port <number>]\n`)
  process.exit(1)
}
const simulator = await startNear({
  fault: isFault(named) ? named : null,
  port: Number(values.port ?? 0),
})
process.stdout.write(
  `${JSON.stringify({
    kind: 'near-simulated',
    base_url: simulator.baseUrl,
    collateral_url: simulator.collateralUrl,
    simulation_roots: simulator.roots,
    model: nearModel,
  })}\n`,
)

function isFault(name: string): name is NearFault {
  return Object.hasOwn(nearFaults, name)
}

const leave = () => process.exit(0)
process.once('SIGTERM', leave)
process.on('SIGINT', () => {}) // Ctrl-C reaches the whole group: whoever started it ends first
process.stdin.resume().once('end', leave).once('close', leave)
