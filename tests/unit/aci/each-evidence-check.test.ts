import { expect, test } from 'vitest'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { requiredEnclaveChecks } from '#shared/aci/appraise-report.ts'
import { appraiseCase, notPassed } from '../../support/make-evidence.ts'
import { evidenceCases } from '../../support/evidence-cases.ts'

test('evidence in order passes every required check', async () => {
  const { checks, enclave } = await appraiseCase({})
  expect(notPassed(checks)).toEqual([])
  expect(enclave?.scheme).toBe('aci-tdx-simulated/1')
})

test('a quote of version 5, with a body of TDX 1.0 or 1.5, is read alike', async () => {
  for (const body of ['td1.0', 'td1.5'] as const) {
    const { checks, enclave } = await appraiseCase({ plan: { quote: { version: 5, body } } })
    expect(notPassed(checks)).toEqual([])
    expect(enclave).not.toBeNull()
  }
  const bound = { version: 5, body: 'td1.5', mrServiceTd: '11'.repeat(48) } as const
  expect(notPassed((await appraiseCase({ plan: { quote: bound } })).checks)).toEqual([
    'quote.td-attributes',
  ])
})

test.each(Object.entries(evidenceCases))('%s can fail, and fails alone', async (id, evidence) => {
  const { checks, enclave } = await appraiseCase(evidence)
  expect(enclave).toBeNull()
  const failed = checks.filter(({ status }) => status === 'fail').map((check) => check.id)
  expect(failed).toEqual([id])
  // What cannot be read, or says nothing clearly, leaves other checks without anything to check.
  if (id === 'evidence.format' || id === 'measurement.boot-events') return
  expect(notPassed(checks)).toEqual([id])
})

test('a refusal names the check, and which of the six verifications it belongs to', async () => {
  const six = {
    'quote.tcb-status': 'enclave.attestation-chain',
    'policy.compose': 'enclave.measurement',
    'policy.app-id': 'enclave.workload-identity',
    'aci.keyset-expiry': 'enclave.receipt-binding',
  }
  for (const [id, verification] of Object.entries(six)) {
    const { checks } = await appraiseCase(evidenceCases[id] ?? {})
    const refused = refusedChecks(checks, requiredEnclaveChecks)
    const failed = refused.filter(({ status }) => status === 'fail').map((check) => check.id)
    expect(failed).toEqual([verification, id])
  }
})

test.each([
  ['another version', { api_version: 'aci/2' }],
  ['no version', { api_version: undefined }],
  ['a member of the old protocol', { workload_id: 'x' }],
  ['another of them', { keyset_endorsement: {} }],
])('a report of an unsupported protocol is named as such: %s', async (_what, members) => {
  const { checks } = await appraiseCase({ report: (report) => ({ ...report, ...members }) })
  expect(checks).toMatchObject([
    { id: 'evidence.format', status: 'fail', reason: /^PROTOCOL_UNSUPPORTED/ },
  ])
})
