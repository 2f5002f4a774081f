import { createHash, randomBytes } from 'node:crypto'
import type { TinfoilPart } from '#shared/attestation/kinds/tinfoil/tinfoil-identities.ts'
import { createEhbpService, type EhbpService } from '#shared/simulation/ehbp-service.ts'
import { makeCollateral } from '../../enclave/hardware/simulation-collateral.ts'
import { makeSimulationPki, type SimulationPki } from '../../enclave/hardware/simulation-pki.ts'
import { makeQuote } from '../../enclave/hardware/simulation-quote.ts'
import { makeTlsIdentity, type TlsIdentity } from '../../enclave/hardware/tls-identity.ts'
import { makeGpus, type GpuMaker } from '../gpu-evidence.ts'
import { partThatRuns, simulatedRegisters } from './simulated-release.ts'
import { makeSimulatedSigstore, type SimulatedSigstore } from './simulation-sigstore.ts'
import { makeSnpChip, type SnpChip } from './simulation-snp.ts'
import type { TinfoilFault } from './tinfoil-faults.ts'
import { writeSnpReport } from './write-snp-report.ts'

export type TinfoilPlatform = 'tdx' | 'sev-snp'

/** A machine, everybody who signs about it, and the keys of one boot. */
export interface TinfoilMachine {
  readonly part: TinfoilPart
  readonly platform: TinfoilPlatform
  readonly pki: SimulationPki
  readonly chip: SnpChip
  readonly chipId: string
  readonly gpus: GpuMaker
  readonly sigstore: SimulatedSigstore
  readonly tls: TlsIdentity
  readonly ehbp: EhbpService
}

/** Makers of hardware and of code, by the product that they make: the same for all machines of a process. */
const makers = new Map<string, ReturnType<typeof makeMakers>>()

async function makeMakers(product: string, now: Date) {
  const chipId = randomBytes(64)
  const [pki, chip, gpus, sigstore] = await Promise.all([
    makeSimulationPki(now),
    makeSnpChip(chipId, product),
    makeGpus(now),
    makeSimulatedSigstore(now),
  ])
  return { pki, chip, chipId: chipId.toString('hex'), gpus, sigstore }
}

export async function makeTinfoilMachine(
  { part, platform }: Pick<TinfoilMachine, 'part' | 'platform'>,
  now: Date,
  fault: TinfoilFault | null,
): Promise<TinfoilMachine> {
  const product = fault === 'milan' ? 'Milan' : 'Genoa'
  const making = makers.get(product) ?? makeMakers(product, now)
  makers.set(product, making)
  const [tls, ehbp] = await Promise.all([
    makeTlsIdentity(now, 'P-384'),
    createEhbpService(randomBytes(32)),
  ])
  return { part, platform, ...(await making), tls, ehbp }
}

/** Whether it shows GPUs: the router has none. */
export function showsGpus({ part }: TinfoilMachine, fault: TinfoilFault | null): boolean {
  return fault !== 'no-gpu' && partThatRuns(part, fault) === 'model'
}

/** Report, or quote, of the processor over these 32 bytes. */
export function reportOf(
  { part, platform, pki, chip, chipId }: TinfoilMachine,
  bound: Buffer,
  fault: TinfoilFault | null,
): Buffer {
  const { mrtd, rtmr0, rtmr1, rtmr2, launch } = simulatedRegisters(partThatRuns(part, fault))
  const reportData = `${bound.toString('hex')}${'00'.repeat(32)}`
  if (platform === 'sev-snp') {
    const report = writeSnpReport({
      chipId,
      reportData,
      measurement: launch,
      isDebuggable: fault === 'debug-policy',
      firmware: fault === 'old-firmware' ? 'old' : 'accepted',
    })
    return Buffer.from(chip.sign(report))
  }
  const zero = '00'.repeat(48)
  return makeQuote(
    pki,
    {
      mrtd,
      rtmr: [rtmr0, rtmr1, rtmr2, zero],
      mrconfigid: fault === 'configured-by-owner' ? 'ff'.repeat(48) : zero,
      reportData,
    },
    {
      ...(fault === 'debug-policy' ? { tdAttributes: '0100001000000000' } : {}),
      ...(fault === 'other-features' ? { xfam: 'e718060000000000' } : {}),
    },
  )
}

/** What Intel would say of the platform. */
export function intelDocuments({ pki }: TinfoilMachine, fault: TinfoilFault | null) {
  return makeCollateral(pki, new Date(), fault === 'stale-tcb' ? { tcbStatus: 'OutOfDate' } : {})
}

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
