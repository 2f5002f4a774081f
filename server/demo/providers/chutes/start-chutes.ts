import type { MachinePin } from '#shared/attestation/kinds/machine-pins.ts'
import type { SimulationRoots } from '#shared/attestation/kinds/stated-policy.ts'
import { makeCollateral } from '../../enclave/hardware/simulation-collateral.ts'
import { startPccs } from '../../enclave/hardware/start-pccs.ts'
import { hardwareMakers } from '../hardware-makers.ts'
import type { ChutesFault } from './chutes-faults.ts'
import { orderlyRegisters, makeInstance } from './chutes-instance.ts'
import { serveChutes } from './serve-chutes.ts'

export interface ChutesSimulatorOptions {
  readonly fault?: ChutesFault | null
  readonly port?: number
  readonly pause?: (signal: AbortSignal) => Promise<void>
}

export interface ChutesSimulator {
  readonly baseUrl: string
  readonly chuteId: string
  /** Where the collateral is served, as by a PCCS. */
  readonly collateralUrl: string
  readonly roots: SimulationRoots
  /** The machine that its instances in order are. */
  readonly pins: readonly MachinePin[]
  readonly counts: { attestation: number; chat: number }
  /** Bodies of requests, as they came. */
  readonly received: Buffer[]
  setFault(fault: ChutesFault | null): void
  /** Other instances in the place of those that are there. */
  replaceKey(): Promise<void>
  close(): Promise<void>
}

const chuteId = '51a7e000-0000-4000-8000-000000000001'

/** Starts a simulated service of Chutes on loopback, with two instances of one model. */
export async function startChutes(options: ChutesSimulatorOptions = {}): Promise<ChutesSimulator> {
  const now = new Date()
  const hardware = await hardwareMakers()
  const { pki, gpus } = hardware
  const { pause = () => Promise.resolve() } = options
  let fault = options.fault ?? null
  let instances = await Promise.all([makeInstance(now), makeInstance(now)])
  const counts = { attestation: 0, chat: 0 }
  const received: Buffer[] = []
  const app = serveChutes({
    chuteId,
    hardware,
    instances: () => instances,
    fault: () => fault,
    count(what) {
      counts[what] += 1
    },
    receive: (body) => received.push(body),
    pause,
  })
  const plan = fault === 'stale-tcb' ? { tcbStatus: 'OutOfDate' } : {}
  const [baseUrl, pccs] = await Promise.all([
    app.listen({ port: options.port ?? 0, host: '127.0.0.1' }),
    startPccs({ pki, collateral: () => makeCollateral(pki, now, plan) }),
  ])
  return {
    baseUrl,
    chuteId,
    collateralUrl: pccs.url,
    roots: { intel: pki.rootPem, nvidia: gpus.rootPem },
    pins: [{ at: '2026-11-28', source: 'what the simulation prints', ...orderlyRegisters }],
    counts,
    received,
    setFault(next) {
      fault = next
    },
    async replaceKey() {
      instances = await Promise.all([makeInstance(new Date()), makeInstance(new Date())])
    },
    async close() {
      await Promise.all([app.close(), pccs.close()])
    },
  }
}
