import { createHash } from 'node:crypto'
import type { SimulatedStatement } from './simulation-sigstore.ts'
import type { TinfoilFault } from './tinfoil-faults.ts'

/** 48 bytes, hex. */
function register(words: string): string {
  return createHash('sha384').update(`countersign simulated ${words}`).digest('hex')
}

/** What a simulated enclave of Tinfoil's measures. */
export const simulatedRegisters = {
  mrtd: register('firmware'),
  rtmr0: register('machine'),
  rtmr1: register('kernel'),
  rtmr2: register('command line'),
  launch: register('image'),
} as const

/** Whose release runs in it. */
export const simulatedRepository = 'tinfoilsh/confidential-simulated'

const config = 'cvm-version: 0.0.0\nmodels:\n  - name: countersign-demo\n'

interface SimulatedReleases {
  readonly code: SimulatedStatement
  readonly platform: SimulatedStatement
}

/** What the maker signed of the newest release and of its machines, as far as the fault lets it. */
export function simulatedReleases(fault: TinfoilFault | null): SimulatedReleases {
  const { mrtd, rtmr0, rtmr1, rtmr2, launch } = simulatedRegisters
  const isNewer = fault === 'older-release'
  const configHash = createHash('sha256').update(config).digest('hex')
  const stated = fault === 'other-config' ? `${config}gpus: 8\n` : config
  return {
    code: {
      repository:
        fault === 'foreign-repository' ? 'somebody/confidential-simulated' : simulatedRepository,
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
