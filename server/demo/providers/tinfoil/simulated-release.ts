import { createHash } from 'node:crypto'
import type { TinfoilPart } from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import type { SimulatedStatement } from './simulation-sigstore.ts'
import type { TinfoilFault } from './tinfoil-faults.ts'

/** 48 bytes, hex. */
function register(words: string): string {
  return createHash('sha384').update(`countersign simulated ${words}`).digest('hex')
}

/** What a simulated enclave of Tinfoil's measures of its machine. */
const machine = {
  mrtd: register('firmware'),
  rtmr0: register('machine'),
} as const

/** What depends on the code that runs. */
const code = {
  model: {
    rtmr1: register('kernel'),
    rtmr2: register('command line'),
    launch: register('image'),
  },
  router: {
    rtmr1: register('kernel of the router'),
    rtmr2: register('command line of the router'),
    launch: register('image of the router'),
  },
} as const satisfies Record<TinfoilPart, object>

/** What runs: the part that it says, unless the fault would have it the other. */
export function partThatRuns(part: TinfoilPart, fault: TinfoilFault | null): TinfoilPart {
  if (fault === 'router-for-host') return 'router'
  return fault === 'host-for-router' ? 'model' : part
}

/** Registers of an enclave in which this part runs. */
export function simulatedRegisters(part: TinfoilPart) {
  return { ...machine, ...code[part] }
}

/** Whose release runs in it. */
export const simulatedRepositories = {
  model: 'tinfoilsh/confidential-simulated',
  router: 'tinfoilsh/confidential-model-router',
} as const satisfies Record<TinfoilPart, string>

const config = 'cvm-version: 0.0.0\nmodels:\n  - name: countersign-demo\n'

interface SimulatedReleases {
  readonly code: SimulatedStatement
  readonly platform: SimulatedStatement
}

/** What the maker signed of the newest release and of its machines, as far as the fault lets it. */
export function simulatedReleases(
  part: TinfoilPart,
  fault: TinfoilFault | null,
): SimulatedReleases {
  const { mrtd, rtmr0, rtmr1, rtmr2, launch } = simulatedRegisters(part)
  const isNewer = fault === 'older-release'
  const configHash = createHash('sha256').update(config).digest('hex')
  const stated = fault === 'other-config' ? `${config}gpus: 8\n` : config
  return {
    code: {
      repository:
        fault === 'foreign-repository'
          ? 'somebody/confidential-simulated'
          : simulatedRepositories[part],
      tag: 'v0.0.2',
      digest: createHash('sha256').update('countersign simulated release').digest('hex'),
      predicateType: 'https://tinfoil.sh/predicate/snp-tdx-multiplatform/v1',
      predicate: {
        snp_measurement: isNewer ? register('newer image') : launch,
        tdx_measurement: { rtmr1, rtmr2: isNewer ? register('newer command line') : rtmr2 },
        cmdline: `readonly=on tinfoil-config-hash=${configHash}`,
        config: Buffer.from(stated).toString('base64'),
      },
    },
    platform: {
      repository: 'tinfoilsh/hardware-measurements',
      tag: 'v0.0.2',
      digest: createHash('sha256').update('countersign simulated machines').digest('hex'),
      predicateType: 'https://tinfoil.sh/predicate/hardware-measurements/v1',
      predicate: {
        simulated: {
          mrtd,
          rtmr0: fault === 'other-machine' ? register('other machine') : rtmr0,
        },
      },
    },
  }
}
