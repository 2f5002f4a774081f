import type { EvidenceCase } from '../../support/enclave/make-evidence.ts'

const inDays = (days: number) => Date.parse('2026-11-20T09:30:00.000Z') / 1000 + days * 86_400

/** Other ways to break what a check is about: what is broken, and the check that fails alone. */
export const moreCases: readonly (readonly [string, string, EvidenceCase])[] = [
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
