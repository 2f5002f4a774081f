import { createHash } from 'node:crypto'
import { aciCanonicalJson } from '#shared/aci/aci-json.ts'
import type { CollateralDocument } from '#shared/attestation/quote/parse-collateral.ts'
import type { Json } from '#shared/canonical-json.ts'
import { appCompose } from './hardware/app-compose.ts'
import type { EnclavePlan, SimulatedKeyset } from './enclave-plan.ts'
import { makeEventLog, measure } from './hardware/make-event-log.ts'
import { compressedKey, makeKeyCustody } from './hardware/make-key-custody.ts'
import { makeCollateral } from './hardware/simulation-collateral.ts'
import type { SimulationPki } from './hardware/simulation-pki.ts'
import { makeQuote } from './hardware/simulation-quote.ts'
import type { TlsIdentity } from './hardware/tls-identity.ts'
import type { WorkloadKeys } from './hardware/workload-keys.ts'

/** What outlives a restart: the machine, its key management, and the keys derived for the workload. */
export interface Machine {
  readonly pki: SimulationPki
  readonly keys: WorkloadKeys
  readonly rootScalar: Uint8Array
  readonly appScalar: Uint8Array
}

export interface EnclaveInput {
  readonly machine: Machine
  /** The key in the keyset, or null for a service whose channel cannot be proven. */
  readonly tls: TlsIdentity | null
  readonly plan: EnclavePlan
  readonly serving: 'direct' | 'aggregator'
  /** Host name that the TLS key is for; left out, it is for any. */
  readonly domain?: string | undefined
  /** Replicas started at different times, so that their keys end at different times. */
  readonly replica?: number
  readonly now: () => Date
}

/** One boot of the simulated enclave. */
export interface Enclave {
  /** The report for a nonce, as JSON text. */
  report(nonce: string | null): Promise<string>
  keysetDigest(): string
  /** A new keyset with the same keys, as another replica would have. */
  renewKeyset(): void
  collateral(): CollateralDocument
}

const usualAppId = sha256('countersign simulated workload').slice(0, 40)
const usualOsImage = sha256('countersign simulated image')
const keyProvider = JSON.stringify({ name: 'kms', id: '3059' })
const usualMrtd = createHash('sha384').update('countersign simulated firmware').digest('hex')
/** What every simulated guest measures, but for its compose file. */
export const simulatedBoot = {
  appId: usualAppId,
  osImageHash: usualOsImage,
  keyProvider,
  mrtd: usualMrtd,
}

const keysetDays = 30

export function makeEnclave(input: EnclaveInput): Enclave {
  const { machine, tls, plan, serving, replica = 0, domain, now } = input
  const compose = plan.compose ?? appCompose('pinned')
  const composeHash = sha256(compose)
  const appId = plan.appId ?? usualAppId
  const osImageHash = plan.osImageHash ?? usualOsImage
  const log = makeEventLog({ composeHash, appId, osImageHash, keyProvider })
  const measured = plan.measuredLog?.(log) ?? log
  const shownLog = plan.shownLog?.(measured) ?? measured
  let notAfter = Math.floor(now().getTime() / 1000) + keysetDays * 86_400 - 3600 * replica
  let custody: ReturnType<typeof makeKeyCustody> | undefined
  const collateral = makeCollateral(machine.pki, now(), plan.collateral)

  function keyset(): SimulatedKeyset {
    const key = (role: string) => (each: WorkloadKeys['custody'][number]) => ({
      key_id: role === 'receipt' ? machine.keys.receiptKeyId : `dstack-kms-${each.role}-v1`,
      algo: each.algo,
      public_key: each.publicKey,
    })
    const { custody } = machine.keys
    const usual: SimulatedKeyset = {
      subject: `app-id:0x${appId}`,
      not_after: notAfter,
      receipt_signing_keys: custody.filter(({ role }) => role === 'receipt').map(key('receipt')),
      e2ee_public_keys: custody.filter(({ role }) => role !== 'receipt').map(key('e2ee')),
      tls_public_keys:
        tls === null ? [] : [{ spki_sha256: tls.spki, ...(domain !== undefined && { domain }) }],
    }
    return plan.boundKeyset?.(usual) ?? usual
  }

  async function report(nonce: string | null): Promise<string> {
    const bound = keyset()
    const asked = plan.nonce ?? nonce
    const quote = makeQuote(
      machine.pki,
      {
        mrtd: plan.mrtd ?? usualMrtd,
        rtmr: measure(measured),
        mrconfigid: plan.mrconfigid ?? `01${composeHash}${'00'.repeat(15)}`,
        reportData: `${reportData(bound, asked)}${'00'.repeat(32)}`,
      },
      plan.quote,
    )
    custody ??= makeKeyCustody({ ...machine, appId }, machine.keys.custody)
    const given = await custody
    const shown = plan.shownKeyset?.(bound) ?? bound
    const shownReportData = reportData(shown, asked)
    return JSON.stringify({
      api_version: 'aci/1',
      workload_keyset_digest: keysetDigest(shown),
      attestation: {
        tee_type: 'tdx',
        workload_keyset: shown,
        report_data: shownReportData,
        // Nobody measured it, so nobody may believe it.
        source_provenance: {
          repo_url: 'https://example.invalid/simulated-gateway.git',
          repo_commit: 'ab'.repeat(20),
          image_digest: `sha256:${'a1'.repeat(32)}`,
          image_provenance: null,
        },
        evidence: {
          quote: quote.toString('hex'),
          quote_report_data: `${shownReportData}${'00'.repeat(32)}`,
          event_log: JSON.stringify(shownLog),
          app_compose: compose,
          vm_config: JSON.stringify({ os_image_hash: osImageHash, simulated: true }),
          key_custody: plan.custody?.(given) ?? given,
        },
      },
      service_capabilities: { supported_e2ee_versions: ['2'], serving },
    })
  }

  return {
    report,
    keysetDigest: () => keysetDigest(keyset()),
    renewKeyset() {
      notAfter += 1
    },
    collateral: () => collateral,
  }
}

/** What a gateway must pin to accept the simulated enclave. */
export function simulationReferenceValues({ rootScalar }: Pick<Machine, 'rootScalar'>) {
  const composeHash = sha256(appCompose('pinned'))
  const plan = { composeHash, appId: usualAppId, osImageHash: usualOsImage, keyProvider }
  const [rtmr0 = '', rtmr1 = '', rtmr2 = ''] = measure(makeEventLog(plan))
  return {
    compose_hashes: [composeHash],
    direct_compose_hashes: [composeHash],
    app_ids: [usualAppId],
    kms_roots: [compressedKey(rootScalar)],
    platforms: [{ mrtd: usualMrtd, rtmr0, rtmr1, rtmr2 }],
    os_image_hashes: [usualOsImage],
    model_hosts: {
      compose_hashes: [composeHash],
      platforms: [{ mrtd: usualMrtd, rtmr0, rtmr1, rtmr2 }],
    },
  }
}

function keysetDigest(keyset: SimulatedKeyset): string {
  return `sha256:${sha256(aciCanonicalJson(keyset as unknown as Json))}`
}

/** The digest of the statement that the quote carries. */
function reportData(keyset: SimulatedKeyset, nonce: string | null): string {
  const written = nonce === null ? 'null' : `"${nonce}"`
  const digest = keysetDigest(keyset)
  return sha256(`{"keyset_digest":"${digest}","nonce":${written},"purpose":"aci.report_data.v1"}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
