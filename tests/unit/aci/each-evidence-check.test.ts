import { expect, test } from 'vitest'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { requiredEnclaveChecks } from '#shared/aci/appraise-report.ts'
import { appraiseCase, notPassed, type EvidenceCase } from '../../support/make-evidence.ts'
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
  // What cannot be read, says nothing clearly or is not pinned leaves other checks without anything to check.
  const leaves = [
    'evidence.format',
    'measurement.boot-events',
    'measurement.compose',
    'policy.compose',
  ]
  if (leaves.includes(id)) return
  expect(notPassed(checks)).toEqual([id])
})

const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400

/** Other ways to break what a check is about. */
const moreCases: readonly [string, string, EvidenceCase][] = [
  ['a CA that may not issue certificates', 'quote.pck-chain', { pki: { caMayIssue: false } }],
  ['a withdrawn CA', 'quote.revocation', { pki: { revoked: 'platform-ca' } }],
  ['a withdrawn signer of TCB info', 'quote.revocation', { pki: { revoked: 'tcb-signing' } }],
  [
    'TCB info of another platform',
    'quote.tcb-info-subject',
    { plan: { collateral: { tcbInfoFmspc: '00906ED50000' } } },
  ],
  [
    'a quoting enclave in debug mode, which the identity would let pass',
    'quote.qe-policy',
    {
      plan: {
        quote: { qeAttributes: '1300000000000000e700000000000000' },
        collateral: { qeAttributesMask: '00'.repeat(16) },
      },
    },
  ],
  [
    'a TDX module of another signer by Intel’s word',
    'quote.tdx-module',
    { plan: { collateral: { moduleMrsigner: 'AB'.repeat(48) } } },
  ],
  [
    'an old quoting enclave',
    'quote.tcb-status',
    { plan: { collateral: { qeStatus: 'OutOfDate' } } },
  ],
  [
    'a revoked platform, whatever is accepted',
    'quote.tcb-status',
    {
      plan: { collateral: { tcbStatus: 'Revoked' } },
      reference: { tcb_statuses: ['UpToDate', 'OutOfDate', 'OutOfDateConfigurationNeeded'] },
    },
  ],
  [
    'a platform that needs hardening of software, where only current ones are accepted',
    'quote.tcb-status',
    {
      plan: { collateral: { tcbStatus: 'SWHardeningNeeded' } },
      reference: { tcb_statuses: ['UpToDate'] },
    },
  ],
  [
    'keys that claim to hold for longer than is plausible',
    'aci.keyset-expiry',
    { plan: { boundKeyset: (keyset) => ({ ...keyset, not_after: inDays(91) }) } },
  ],
  [
    'a reserved attribute of the TD',
    'quote.td-attributes',
    { plan: { quote: { tdAttributes: '0000003000000000' } } },
  ],
  [
    'a measured image that is pinned only where the platform is not',
    'policy.platform',
    { reference: { os_image_hashes: ['00'.repeat(32)] } },
  ],
]

test.each(moreCases)('%s fails %s alone', async (_what, id, evidence) => {
  const { checks, enclave } = await appraiseCase(evidence)
  expect(enclave).toBeNull()
  expect(notPassed(checks)).toEqual([id])
})

test('a signer of TCB info under another name fails for both documents it signs', async () => {
  const { checks } = await appraiseCase({ pki: { tcbSignerName: 'Somebody' } })
  expect(notPassed(checks)).toEqual(['quote.tcb-info-signature', 'quote.qe-identity-signature'])
})

test('what the policy accepts passes: software hardening by default, more where it says so', async () => {
  for (const [tcbStatus, reference] of [
    ['SWHardeningNeeded', {}],
    ['OutOfDate', { tcb_statuses: ['OutOfDate'] }],
  ] as const) {
    const { checks, enclave } = await appraiseCase({
      plan: { collateral: { tcbStatus } },
      reference,
    })
    expect(enclave).not.toBeNull()
    expect(checks.find(({ id }) => id === 'quote.tcb-status')).toMatchObject({
      detail: `${tcbStatus}, SIMULATED-SA-00001`,
    })
  }
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
  ['a member of the old protocol', { keyset_epoch: 1 }],
  ['another of them', { keyset_endorsement: {} }],
])('a report of an unsupported protocol is named as such: %s', async (_what, members) => {
  const { checks } = await appraiseCase({ report: (report) => ({ ...report, ...members }) })
  expect(checks).toMatchObject([
    { id: 'evidence.format', status: 'fail', reason: /^PROTOCOL_UNSUPPORTED/ },
  ])
})
