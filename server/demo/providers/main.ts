import { parseArgs } from 'node:util'
import { simulatorErrors } from '#shared/words/english/demo/simulator-errors.ts'
import { demoModel } from '../upstream/write-completion.ts'
import { chutesFaults } from './chutes/chutes-faults.ts'
import { startChutes } from './chutes/start-chutes.ts'
import { nearFaults } from './near/near-faults.ts'
import { nearModel, startNear } from './near/start-near.ts'
import { startTinfoil } from './tinfoil/start-tinfoil.ts'
import { tinfoilFaults } from './tinfoil/tinfoil-faults.ts'
import { startVenice, veniceModelName } from './venice/start-venice.ts'
import { veniceFaults } from './venice/venice-faults.ts'

// A process of its own, as a provider is another machine. It prints where it is, and what must be configured to accept it,
// as one line of JSON; it ends with whoever started it.

const { values } = parseArgs({
  options: {
    as: { type: 'string' },
    fault: { type: 'string' },
    port: { type: 'string' },
    platform: { type: 'string' },
    form: { type: 'string' },
    router: { type: 'boolean' },
  },
})
const named = values.fault ?? process.env['SIM_FAULT'] ?? ''
const port = Number(values.port ?? 0)

/** One of the faults that a provider knows, or null for none. */
function faultOf<Fault extends string>(faults: Readonly<Record<Fault, string>>): Fault | null {
  if (named === '') return null
  if (Object.hasOwn(faults, named)) return named as Fault
  return leaveWith(simulatorErrors.unknownFault(named, Object.keys(faults).join(', ')))
}

async function asNear(): Promise<object> {
  const simulator = await startNear({ fault: faultOf(nearFaults), port })
  return {
    kind: 'near-simulated',
    base_url: simulator.baseUrl,
    collateral_url: simulator.collateralUrl,
    simulation_roots: simulator.roots,
    model: nearModel,
  }
}

async function asTinfoil(): Promise<object> {
  const isRouter = values.router === true
  const simulator = await startTinfoil({
    part: isRouter ? 'router' : 'model',
    fault: faultOf(tinfoilFaults),
    platform: values.platform === 'sev-snp' ? 'sev-snp' : 'tdx',
    form: values.form === 'sections' ? 'sections' : 'flat',
    port,
  })
  return {
    kind: 'tinfoil-simulated',
    base_url: simulator.baseUrl,
    makers_url: simulator.makersUrl,
    repository: simulator.repository,
    ...(isRouter && { router: true }),
    simulation_roots: simulator.roots,
    model: demoModel,
  }
}

async function asChutes(): Promise<object> {
  const simulator = await startChutes({ fault: faultOf(chutesFaults), port })
  return {
    kind: 'chutes-simulated',
    base_url: simulator.baseUrl,
    chute_id: simulator.chuteId,
    collateral_url: simulator.collateralUrl,
    pins: simulator.pins,
    simulation_roots: simulator.roots,
    model: demoModel,
  }
}

async function asVenice(): Promise<object> {
  const simulator = await startVenice({ fault: faultOf(veniceFaults), port })
  return {
    kind: 'venice-simulated',
    base_url: simulator.baseUrl,
    collateral_url: simulator.collateralUrl,
    tls_ca: simulator.certificatePem,
    simulation_roots: simulator.roots,
    model: veniceModelName,
  }
}

const providers: Readonly<Record<string, () => Promise<object>>> = {
  near: asNear,
  tinfoil: asTinfoil,
  chutes: asChutes,
  venice: asVenice,
}
const start = providers[values.as ?? '']
if (start === undefined) leaveWith(simulatorErrors.usage(Object.keys(providers).join('|')))
else process.stdout.write(`${JSON.stringify(await start())}\n`)

function leaveWith(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const leave = () => process.exit(0)
process.once('SIGTERM', leave)
process.on('SIGINT', () => {}) // Ctrl-C reaches the whole group: whoever started it ends first
process.stdin.resume().once('end', leave).once('close', leave)
