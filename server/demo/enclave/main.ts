import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { simulatorErrors } from '#shared/words/english/demo/simulator-errors.ts'
import { faults, isFault } from './faults.ts'
import { isHostKind } from './hardware/model-hosts.ts'
import { startSimulator } from './start-simulator.ts'

// A process of its own, as an enclave is another machine. It prints where it is, and what must be
// pinned to accept it, as one line of JSON; it ends with the gateway that started it.

const { values } = parseArgs({
  options: {
    fault: { type: 'string' },
    port: { type: 'string' },
    serving: { type: 'string' },
    hosts: { type: 'string' },
    replicas: { type: 'string' },
  },
})
const named = values.fault ?? process.env['SIM_FAULT'] ?? ''
if (named !== '' && !isFault(named)) {
  process.stderr.write(simulatorErrors.unknownFault(named, Object.keys(faults).join(', ')))
  process.exit(1)
}
const wordMs = Number(process.env['DEMO_DELAY_MS'] ?? 20)
const simulator = await startSimulator({
  fault: isFault(named) ? named : null,
  serving: values.serving === 'aggregator' ? 'aggregator' : 'direct',
  ...(values.hosts === undefined ? {} : { hosts: values.hosts.split(',').filter(isHostKind) }),
  replicas: Number(values.replicas ?? 1),
  pause: (signal) => delay(wordMs, undefined, { signal }).catch(() => {}),
  port: Number(values.port ?? process.env['SIM_PORT'] ?? 0),
})
process.stdout.write(
  `${JSON.stringify({
    base_url: simulator.baseUrl,
    collateral_url: simulator.collateralUrl,
    simulation_root: simulator.rootPem,
    reference_values: simulator.referenceValues,
  })}\n`,
)

const leave = () => process.exit(0)
process.once('SIGTERM', leave)
process.on('SIGINT', () => {}) // Ctrl-C reaches the whole group: the gateway ends first
process.stdin.resume().once('end', leave).once('close', leave)
