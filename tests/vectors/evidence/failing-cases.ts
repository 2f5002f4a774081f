import { createHash, randomBytes } from 'node:crypto'
import { appCompose } from '../../../server/demo/enclave/hardware/app-compose.ts'
import type { EnclavePlan, SimulatedKeyset } from '../../../server/demo/enclave/enclave-plan.ts'
import { runtimeEntry } from '../../../server/demo/enclave/hardware/make-event-log.ts'
import { makeKeyCustody } from '../../../server/demo/enclave/hardware/make-key-custody.ts'
import { simulationReferenceValues } from '../../../server/demo/enclave/make-enclave.ts'
import { testKeys, testScalars, type EvidenceCase } from '../../support/enclave/make-evidence.ts'

const day = 24 * 3600
const inDays = (days: number) => new Date(Date.parse('2026-11-20T09:30:00.000Z') + days * day * 1000)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const devImage = '0e09f2bcb510c682b461d16b97192c710886db582852991e05146291063f890b'

/** A compose file that differs in one place, with its hash pinned. */
function pinnedCompose(change: (text: string) => string, more: EvidenceCase = {}): EvidenceCase {
  const compose = change(appCompose('pinned'))
  return { ...more, plan: { compose }, reference: { compose_hashes: [sha256(compose)] } }
}

type ChangeCustody = NonNullable<EnclavePlan['custody']>

const [appId = ''] = simulationReferenceValues(testScalars).app_ids
const receiptKey = testKeys.custody.filter(({ role }) => role === 'receipt')
const secp256k1Key = testKeys.custody.filter(({ role }) => role === 'e2ee-secp256k1')

/** A chain to the root, but not by way of the key that issued the others. */
const [viaOther] = (
  await makeKeyCustody({ ...testScalars, appId, appScalar: randomBytes(32) }, receiptKey)
).keys

/** A chain in order, for another scalar than the one in use. */
const [forOther] = (
  await makeKeyCustody(
    { ...testScalars, appId },
    secp256k1Key.map((key) => ({ ...key, scalar: randomBytes(32) })),
  )
).keys

function replaceChain(role: string, chain: typeof viaOther): ChangeCustody {
  return (custody) => ({
    ...custody,
    keys: custody.keys.map((key) => (key.role === role && chain ? chain : key)),
  })
}

/** The receipt key's bytes as a TLS key: one value in two roles. */
function useKeyTwice(keyset: SimulatedKeyset): SimulatedKeyset {
  const [key] = keyset.receipt_signing_keys
  return { ...keyset, tls_public_keys: [{ spki_sha256: key?.public_key ?? '' }] }
}

/** For every check of an enclave's evidence one case in which it alone does not pass. */
export const failingCases: Readonly<Record<string, EvidenceCase>> = {
  'evidence.format': { report: (report) => ({ ...report, attestation: {} }) },
  'quote.root': { root: 'stranger' },
  'quote.pck-chain': { pki: { pckIssuedBy: 'stranger' } },
  'quote.certificate-dates': { pki: { pckNotAfter: inDays(2) }, laterSeconds: 3 * day },
  'quote.crl-signature': { pki: { crlsSignedBy: 'stranger' } },
  'quote.crl-dates': { pki: { crlNextUpdate: inDays(2) }, laterSeconds: 3 * day },
  'quote.revocation': { pki: { revoked: 'pck' } },
  'quote.tcb-info-signature': { plan: { collateral: { tcbInfoSignedBy: 'stranger' } } },
  'quote.tcb-info-dates': {
    plan: { collateral: { tcbInfoNextUpdate: inDays(2) } },
    laterSeconds: 3 * day,
  },
  'quote.tcb-info-subject': { plan: { collateral: { tcbInfoId: 'SGX' } } },
  'quote.qe-identity-signature': { plan: { collateral: { qeIdentitySignedBy: 'stranger' } } },
  'quote.qe-identity-dates': {
    plan: { collateral: { qeIdentityNextUpdate: inDays(2) } },
    laterSeconds: 3 * day,
  },
  'quote.qe-identity-subject': { plan: { collateral: { qeIdentityId: 'QE' } } },
  'quote.qe-report-signature': { plan: { quote: { qeReportSignedBy: 'stranger' } } },
  'quote.qe-report-data': { plan: { quote: { attestationKeyBinding: 'unbound' } } },
  'quote.qe-policy': { plan: { collateral: { qeMrsigner: 'AB'.repeat(32) } } },
  'quote.signature': { plan: { quote: { quoteSignedBy: 'stranger' } } },
  'quote.tdx-module': { plan: { quote: { mrsignerSeam: 'ab'.repeat(48) } } },
  'quote.tcb-status': { plan: { collateral: { moduleStatus: 'OutOfDate' } } },
  'quote.td-debug': { plan: { quote: { tdAttributes: '0100001000000000' } } },
  'quote.td-attributes': { plan: { quote: { tdAttributes: '0000000000000000' } } },
  'quote.report-data': {
    plan: { shownKeyset: (keyset) => ({ ...keyset, not_after: keyset.not_after + 1 }) },
  },
  'measurement.events': {
    // Behind system-ready an application may extend what it likes, but not under another type.
    plan: {
      measuredLog: (log) => [...log, { ...runtimeEntry('app-event', '00'), event_type: 7 }],
    },
  },
  'measurement.rtmr3': { plan: { shownLog: (log) => [...log, runtimeEntry('app-event', '00')] } },
  'measurement.firmware-log': { plan: { shownLog: (log) => log.slice(1) } },
  'measurement.boot-events': {
    plan: {
      measuredLog: (log) => [runtimeEntry('instance-id', ''), ...log],
    },
  },
  'measurement.compose': {
    report(report) {
      report.attestation.evidence.app_compose += ' '
      return report
    },
  },
  'measurement.mrconfigid': { plan: { mrconfigid: `01${'00'.repeat(47)}` } },
  'policy.compose': { reference: { compose_hashes: ['00'.repeat(32)] } },
  'policy.compose-content': pinnedCompose((text) =>
    text.replace('"public_logs":false', '"public_logs":true'),
  ),
  'policy.direct-serving': pinnedCompose((text) =>
    text.replace('http://model:8000', 'http://elsewhere:8000'),
  ),
  'policy.app-id': { reference: { app_ids: ['00'.repeat(20)] } },
  'policy.platform': { plan: { mrtd: '77'.repeat(48) } },
  'policy.development-image': {
    plan: { osImageHash: devImage },
    reference: { os_image_hashes: [devImage] },
  },
  'policy.key-provider': { reference: { key_provider_ids: ['00'] } },
  'policy.subject': {
    plan: { boundKeyset: (keyset) => ({ ...keyset, subject: 'app-id:0xanother' }) },
  },
  'aci.tee-type': {
    report(report) {
      report.attestation.tee_type = 'sev_snp'
      return report
    },
  },
  'aci.keyset-digest': {
    report: (report) => ({ ...report, workload_keyset_digest: `sha256:${'00'.repeat(32)}` }),
  },
  'aci.report-data': {
    report(report) {
      report.attestation.report_data = '00'.repeat(32)
      return report
    },
  },
  'aci.keyset-expiry': { plan: { boundKeyset: (keyset) => ({ ...keyset, not_after: 1 }) } },
  'aci.keyset-roles': { plan: { boundKeyset: useKeyTwice } },
  'custody.keys': {
    plan: {
      custody: (custody) => ({
        ...custody,
        keys: custody.keys.filter(({ role }) => role !== 'e2ee-x25519'),
      }),
    },
  },
  'custody.app-key': { plan: { custody: replaceChain('receipt', viaOther) } },
  'custody.root': { reference: { kms_roots: [`02${'11'.repeat(32)}`] } },
  'custody.scalar': { plan: { custody: replaceChain('e2ee-secp256k1', forOther) } },
}
