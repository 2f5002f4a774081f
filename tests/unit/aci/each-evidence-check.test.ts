import { expect, test } from 'vitest'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { requiredEnclaveChecks } from '#shared/aci/appraise-report.ts'
import { appraiseCase } from '../../support/make-evidence.ts'
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

test('a report of an unsupported protocol is named as such', async () => {
  const { checks } = await appraiseCase({
    report: (report) => ({ ...report, api_version: 'aci/2' }),
  })
  expect(checks).toMatchObject([
    { id: 'evidence.format', status: 'fail', reason: /^PROTOCOL_UNSUPPORTED/ },
  ])
})
