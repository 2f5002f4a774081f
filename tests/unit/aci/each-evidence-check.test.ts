import { expect, test } from 'vitest'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { requiredEnclaveChecks } from '#shared/aci/appraise-report.ts'
import { runtimeEntry } from '../../../server/demo/enclave/hardware/make-event-log.ts'
import { appraiseCase, notPassed, type EvidenceCase } from '../../support/enclave/make-evidence.ts'
import { failingCases } from '../../vectors/evidence/failing-cases.ts'

test('a status that the policy accepts is named, with what Intel says of it', async () => {
  const { checks } = await appraiseCase({
    plan: { collateral: { tcbStatus: 'SWHardeningNeeded' } },
  })
  expect(checks.find(({ id }) => id === 'quote.tcb-status')).toMatchObject({
    status: 'pass',
    detail: 'SWHardeningNeeded, SIMULATED-SA-00001',
  })
})

test('a refusal names the check, and which of the six verifications it belongs to', async () => {
  const six = {
    'quote.tcb-status': 'enclave.attestation-chain',
    'policy.compose': 'enclave.measurement',
    'policy.app-id': 'enclave.workload-identity',
    'aci.keyset-expiry': 'enclave.receipt-binding',
  }
  for (const [id, verification] of Object.entries(six)) {
    const { checks } = await appraiseCase(failingCases[id] ?? {})
    const refused = refusedChecks(checks, requiredEnclaveChecks)
    const failed = refused.filter(({ status }) => status === 'fail').map((check) => check.id)
    expect(failed).toEqual([verification, id])
  }
})

const osImage = 'cd'.repeat(32)

test.each<[string, string, EvidenceCase]>([
  [
    'a slot of the report data that is another one behind the same digest',
    'aci.report-data',
    {
      report(report) {
        const { attestation } = report
        attestation.evidence.quote_report_data = attestation.report_data + '11'.repeat(32)
        return report
      },
    },
  ],
  [
    'a service TD of which one bit is known',
    'quote.td-attributes',
    { plan: { quote: { version: 5, body: 'td1.5', mrServiceTd: '00'.repeat(47) + '01' } } },
  ],
  [
    'an image that only an application names, behind system-ready',
    'policy.platform',
    {
      plan: {
        measuredLog: (log) => [
          ...log.filter(({ event }) => event !== 'os-image-hash'),
          runtimeEntry('os-image-hash', osImage),
        ],
      },
      reference: { os_image_hashes: [osImage] },
    },
  ],
])('%s fails %s alone', async (_what, id, evidence) => {
  expect(notPassed((await appraiseCase(evidence)).checks)).toEqual([id])
})

test('a report of an unsupported protocol is named as such', async () => {
  const { checks } = await appraiseCase({
    report: (report) => ({ ...report, api_version: 'aci/2' }),
  })
  expect(checks).toMatchObject([
    { id: 'evidence.format', status: 'fail', reason: /^PROTOCOL_UNSUPPORTED/ },
  ])
})
