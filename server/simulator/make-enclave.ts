import { createHash, randomBytes } from 'node:crypto'
import type { CollateralDocument } from '#shared/attestation/parse-collateral.ts'
import { appCompose } from './app-compose.ts'
import type { Fault } from './faults.ts'
import { makeEventLog } from './make-event-log.ts'
import { compressedKey, makeKeyCustody } from './make-key-custody.ts'
import { makeCollateral } from './simulation-collateral.ts'
import type { SimulationPki } from './simulation-pki.ts'
import { makeQuote } from './simulation-quote.ts'
import type { TlsIdentity } from './tls-identity.ts'
import type { WorkloadKeys } from './workload-keys.ts'
import { aciCanonicalJson } from '#shared/aci/aci-json.ts'
import type { Json } from '#shared/canonical-json.ts'

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
  readonly fault: Fault | null
  readonly serving: 'direct' | 'aggregator'
  readonly now: () => Date
}

/** One boot of the simulated enclave. */
export interface Enclave {
  /** The report for a nonce as JSON text, and the digest of the keyset in it. */
  report(nonce: string | null): Promise<string>
  keysetDigest(): string
  /** A new keyset with the same keys, as another replica would have. */
  renewKeyset(): void
  collateral(): CollateralDocument
}

const appId = createHash('sha256')
  .update('countersign simulated workload')
  .digest('hex')
  .slice(0, 40)
const otherAppId = '22'.repeat(20)
const osImageHash = createHash('sha256').update('countersign simulated image').digest('hex')
const keyProvider = JSON.stringify({ name: 'kms', id: '3059' })
const mrtd = createHash('sha384').update('countersign simulated firmware').digest('hex')
const keysetDays = 30

export function makeEnclave({ machine, tls, fault, serving, now }: EnclaveInput): Enclave {
  const compose = appCompose(fault === 'wrong-measurement' ? 'other' : 'pinned')
  const composeHash = sha256(compose)
  const ownAppId = fault === 'wrong-workload' ? otherAppId : appId
  const log = makeEventLog({ composeHash, appId: ownAppId, osImageHash, keyProvider })
  const started = Math.floor(now().getTime() / 1000)
  let notAfter = fault === 'expired-keyset' ? started - 1 : started + keysetDays * 86_400
  const collateral = makeCollateral(
    machine.pki,
    now(),
    fault === 'stale-tcb' ? { tcbStatus: 'OutOfDate' } : {},
  )

  const keyset = () => ({
    subject: `app-id:0x${ownAppId}`,
    not_after: notAfter,
    receipt_signing_keys: machine.keys.custody
      .filter(({ role }) => role === 'receipt')
      .map(({ algo, publicKey }) => ({
        key_id: machine.keys.receiptKeyId,
        algo,
        public_key: publicKey,
      })),
    e2ee_public_keys: machine.keys.custody
      .filter(({ role }) => role !== 'receipt')
      .map(({ role, algo, publicKey }) => ({
        key_id: `dstack-kms-${role}-v1`,
        algo,
        public_key: publicKey,
      })),
    tls_public_keys: tls === null ? [] : [{ spki_sha256: tls.spki }],
  })
  const digestOf = (value: object) => `sha256:${sha256(aciCanonicalJson(value as Json))}`

  async function report(nonce: string | null): Promise<string> {
    const bound = digestOf(keyset())
    const asked = fault === 'replayed-nonce' ? '00'.repeat(32) : nonce
    const reportData = sha256(statement(bound, asked))
    const quote = makeQuote(
      machine.pki,
      {
        mrtd,
        rtmr: log.rtmr,
        mrconfigid: `01${composeHash}${'00'.repeat(15)}`,
        reportData: `${reportData}${'00'.repeat(32)}`,
      },
      fault === 'debug-td' ? { tdAttributes: '0100001000000000' } : {},
    )
    const custody = await makeKeyCustody({ ...machine, appId: ownAppId }, machine.keys.custody)
    const shown =
      fault === 'swapped-e2ee-key'
        ? swapE2eeKey({ keyset: keyset(), custody })
        : { keyset: keyset(), custody }
    const shownDigest = digestOf(shown.keyset)
    const shownReportData = sha256(statement(shownDigest, asked))
    return JSON.stringify({
      api_version: 'aci/1',
      workload_keyset_digest: shownDigest,
      attestation: {
        tee_type: 'tdx',
        workload_keyset: shown.keyset,
        report_data: shownReportData,
        source_provenance: null,
        evidence: {
          quote: quote.toString('hex'),
          quote_report_data: `${shownReportData}${'00'.repeat(32)}`,
          event_log: JSON.stringify(log.entries),
          app_compose: compose,
          vm_config: JSON.stringify({ os_image_hash: osImageHash, simulated: true }),
          key_custody: shown.custody,
        },
      },
      service_capabilities: { supported_e2ee_versions: ['2'], serving },
    })
  }

  return {
    report,
    keysetDigest: () => digestOf(keyset()),
    renewKeyset() {
      notAfter += 1
    },
    collateral: () => collateral,
  }
}

/** What a gateway must pin to accept the simulated enclave. */
export function simulationReferenceValues({ rootScalar }: Machine) {
  const composeHash = sha256(appCompose('pinned'))
  const { rtmr } = makeEventLog({ composeHash, appId, osImageHash, keyProvider })
  const [rtmr0 = '', rtmr1 = '', rtmr2 = ''] = rtmr
  return {
    compose_hashes: [composeHash],
    app_ids: [appId],
    kms_roots: [compressedKey(rootScalar)],
    platforms: [{ mrtd, rtmr0, rtmr1, rtmr2 }],
    os_image_hashes: [osImageHash],
  }
}

function statement(digest: string, nonce: string | null): string {
  const written = nonce === null ? 'null' : `"${nonce}"`
  return `{"keyset_digest":"${digest}","nonce":${written},"purpose":"aci.report_data.v1"}`
}

interface Shown {
  readonly keyset: { readonly e2ee_public_keys: readonly { algo: string; public_key: string }[] }
  readonly custody: { readonly keys: readonly { public_key: string }[] }
}

/** Somebody's own X25519 key in the place of the enclave's, everywhere but in the quote. */
function swapE2eeKey({ keyset, custody }: Shown) {
  const own = keyset.e2ee_public_keys.find(({ algo }) => algo.startsWith('x25519'))?.public_key
  const foreign = randomBytes(32).toString('hex')
  const swap = <Key extends { public_key: string }>(key: Key) =>
    key.public_key === own ? { ...key, public_key: foreign } : key
  return {
    keyset: { ...keyset, e2ee_public_keys: keyset.e2ee_public_keys.map(swap) },
    custody: { ...custody, keys: custody.keys.map(swap) },
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
