import { createHash } from 'node:crypto'
import { appCompose } from '../../enclave/hardware/app-compose.ts'
import { makeEventLog, measure } from '../../enclave/hardware/make-event-log.ts'
import type { SimulationPki } from '../../enclave/hardware/simulation-pki.ts'
import { makeQuote } from '../../enclave/hardware/simulation-quote.ts'
import { simulatedBoot } from '../../enclave/make-enclave.ts'
import type { GpuMaker, GpuPlan } from '../gpu-evidence.ts'
import type { HostKey } from './host-key.ts'
import type { NearFault } from './near-faults.ts'

interface ReportInput {
  readonly pki: SimulationPki
  readonly gpus: GpuMaker
  /** Under a root of nobody. */
  readonly strangers: GpuMaker
  readonly key: HostKey
  /** SHA-256 of the SPKI of its TLS key; null for a report that names none. */
  readonly tlsKey: string | null
  readonly model: string
  readonly fault: NearFault | null
}

const earlier = 'ab'.repeat(32)

/** The report of a host for a nonce, JSON text: of the form that hosts serve. */
export async function nearReport(nonce: string, input: ReportInput): Promise<string> {
  const { pki, fault, tlsKey } = input
  const compose = appCompose('pinned')
  const { appId, osImageHash, keyProvider, mrtd } = simulatedBoot
  const composeHash = sha256(compose).toString('hex')
  const log = makeEventLog({ composeHash, appId, osImageHash, keyProvider })
  const address = fault === 'another-algorithm' ? 'cd'.repeat(20) : bareAddress(input.key)
  const bound =
    tlsKey === null
      ? address.padEnd(64, '0')
      : sha256(Buffer.from(`${address}${tlsKey}`, 'hex')).toString('hex')
  const quote = makeQuote(
    pki,
    {
      mrtd,
      rtmr: measure(log),
      mrconfigid: `01${composeHash}${'00'.repeat(15)}`,
      reportData: `${bound}${fault === 'another-nonce' ? earlier : nonce}`,
    },
    {
      ...(fault === 'debug-td' ? { tdAttributes: '0100001000000000' } : {}),
      ...(fault === 'forged-quote' ? { quoteSignedBy: 'stranger' } : {}),
    },
  )
  const shownLog =
    fault === 'another-log'
      ? log.map((entry, index) => (index === 0 ? { ...entry, digest: 'ab'.repeat(48) } : entry))
      : log
  const own = {
    model_name: input.model,
    ...keyMembers(input.key, fault),
    request_nonce: nonce,
    intel_quote: quote.toString('hex'),
    ...(fault === 'gateway-for-host' ? {} : { nvidia_payload: await payload(nonce, input) }),
    event_log: shownLog,
    info: {
      app_id: appId,
      compose_hash: composeHash,
      os_image_hash: osImageHash,
      tcb_info: {
        app_compose: fault === 'another-compose' ? appCompose('other') : compose,
        event_log: shownLog,
        mrtd,
      },
    },
    ...(fault === 'no-tls-key' || tlsKey === null ? {} : { tls_cert_fingerprint: tlsKey }),
  }
  return JSON.stringify({ ...own, all_attestations: [own] })
}

function bareAddress({ address }: HostKey): string {
  return address.replace(/^0x/, '')
}

function keyMembers({ algo, address, publicKey }: HostKey, fault: NearFault | null) {
  if (fault === 'another-algorithm') {
    return { signing_algo: 'ecdsa', signing_address: `0x${'cd'.repeat(20)}` }
  }
  const other = algo === 'ecdsa' ? `04${'ef'.repeat(64)}` : 'ef'.repeat(32)
  const shown = fault === 'another-key' ? other : publicKey
  return {
    signing_algo: algo,
    signing_address: address === publicKey ? shown : address,
    signing_public_key: shown,
  }
}

const gpuPlans: Partial<Readonly<Record<NearFault, GpuPlan>>> = {
  'gpu-of-another-machine': { nonce: earlier },
  'gpu-forged': { signedBy: 'stranger' },
  'gpu-twice': { isShownTwice: true },
  'gpu-too-old': { chip: 'GA100' },
}

async function payload(nonce: string, { gpus, strangers, fault }: ReportInput): Promise<string> {
  const maker = fault === 'gpu-of-another-root' ? strangers : gpus
  const shown = await maker.evidence(nonce, gpuPlans[fault ?? 'hang'])
  const list = shown.map((each) => ({ ...each, arch: 'HOPPER' }))
  return JSON.stringify({ nonce, arch: 'HOPPER', evidence_list: list })
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
