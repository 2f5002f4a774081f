import { createHash, randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import { createChutesService, type ChutesService } from '#shared/simulation/chutes-service.ts'
import { makeTlsIdentity, type TlsIdentity } from '../../enclave/hardware/tls-identity.ts'
import type { SimulationPki } from '../../enclave/hardware/simulation-pki.ts'
import { makeQuote } from '../../enclave/hardware/simulation-quote.ts'
import type { GpuMaker, GpuPlan } from '../gpu-evidence.ts'
import type { ChutesFault } from './chutes-faults.ts'

/** One instance of a chute: its key, and the certificate of its attestation service. */
export interface SimulatedInstance {
  readonly id: string
  readonly service: ChutesService
  readonly identity: TlsIdentity
}

export async function makeInstance(now: Date): Promise<SimulatedInstance> {
  return {
    id: randomUUID(),
    service: createChutesService(randomBytes(64), randomBytes),
    identity: await makeTlsIdentity(now),
  }
}

const zero = '00'.repeat(48)

/** What an instance in order measures. */
export const orderlyRegisters = {
  mrtd: 'd1'.repeat(48),
  rtmr0: 'e0'.repeat(48),
  rtmr1: 'e1'.repeat(48),
  rtmr2: 'e2'.repeat(48),
  rtmr3: 'e3'.repeat(48),
} as const

export interface ChutesHardware {
  readonly pki: SimulationPki
  readonly gpus: GpuMaker
  /** Under a root of nobody. */
  readonly strangers: GpuMaker
}

const earlier = 'ab'.repeat(32)

/** Its row of the evidence for a nonce, of the form that Chutes serves. */
export async function evidenceRow(
  { id, service, identity }: SimulatedInstance,
  nonce: string,
  { pki, gpus, strangers, fault }: ChutesHardware & { readonly fault: ChutesFault | null },
): Promise<object> {
  const shownNonce = fault === 'another-nonce' ? earlier : nonce
  const bound = sha256(`${shownNonce}${service.publicKey}`)
  const { mrtd, rtmr0, rtmr1, rtmr2, rtmr3 } = orderlyRegisters
  const quote = makeQuote(
    pki,
    {
      mrtd,
      rtmr: [
        rtmr0,
        rtmr1,
        fault === 'other-registers' ? 'f2'.repeat(48) : rtmr2,
        fault === 'system-not-measured' ? zero : rtmr3,
      ],
      mrconfigid: zero,
      reportData: `${bound}${identity.spki}`,
    },
    {
      ...(fault === 'debug-td' ? { tdAttributes: '0100001000000000' } : {}),
      ...(fault === 'forged-quote' ? { quoteSignedBy: 'stranger' } : {}),
    },
  )
  const shown = fault === 'another-certificate' ? await makeTlsIdentity(new Date()) : identity
  const maker = fault === 'gpu-of-another-root' ? strangers : gpus
  const gpuNonce = fault === 'gpu-without-instance' ? nonce : bound
  const evidence =
    fault === 'no-gpu' ? [] : await maker.evidence(gpuNonce, gpuPlans[fault ?? 'hang'])
  return {
    instance_id: id,
    quote: quote.toString('base64'),
    gpu_evidence: evidence.map((each) => ({ ...each, arch: 'HOPPER' })),
    certificate: new X509Certificate(shown.certificatePem).raw.toString('base64'),
  }
}

const gpuPlans: Partial<Readonly<Record<ChutesFault, GpuPlan>>> = {
  'gpu-of-another-machine': { nonce: earlier },
  'gpu-forged': { signedBy: 'stranger' },
  'gpu-twice': { isShownTwice: true },
  'gpu-too-old': { chip: 'GA100' },
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
