import type { EvidenceCase } from '../../support/enclave/make-evidence.ts'
import type { EvidenceVectorCase } from './evidence-vector-case.ts'
import { misusedCases, unknownCases } from './extension-cases.ts'
import { failingCases } from './failing-cases.ts'
import { moreCases } from './more-cases.ts'
import { statusCases } from './status-cases.ts'

const reportWith = (members: object): EvidenceCase => ({
  report: (report) => ({ ...report, ...members }),
})

const quoteCases: readonly EvidenceVectorCase[] = [
  ...(['td1.0', 'td1.5'] as const).map((body) => ({
    name: `a quote of version 5, with a body of ${body}`,
    failed: [],
    evidence: { plan: { quote: { version: 5, body } } } as const,
  })),
  {
    name: 'a quote of version 5 with a service TD',
    failed: ['quote.td-attributes'],
    evidence: { plan: { quote: { version: 5, body: 'td1.5', mrServiceTd: '11'.repeat(48) } } },
  },
  {
    name: 'a signer of collateral under another name',
    failed: ['quote.tcb-info-signature', 'quote.qe-identity-signature'],
    evidence: { pki: { tcbSignerName: 'Somebody' } },
  },
]

/** All that `evidence.countersign.json` holds. */
export const evidenceCases: readonly EvidenceVectorCase[] = [
  ...Object.entries(failingCases).map(([id, evidence]) => ({
    name: `${id} fails alone`,
    failed: [id],
    evidence,
  })),
  ...moreCases.map(([name, id, evidence]) => ({ name, failed: [id], evidence })),
  ...unknownCases.map(([what, evidence]) => ({ name: `a report with ${what}`, failed: [], evidence })),
  ...misusedCases.map(([name, failed, evidence]) => ({ name, failed: [failed].flat(), evidence })),
  ...quoteCases,
  ...statusCases,
  ...(
    [
      ['another version', { api_version: 'aci/2' }],
      ['no version', { api_version: undefined }],
      ['a member of the old protocol', { keyset_epoch: 1 }],
      ['another of them', { keyset_endorsement: {} }],
    ] as const
  ).map(([what, members]) => ({
    name: `a report of ${what}`,
    failed: ['evidence.format'],
    evidence: reportWith(members),
  })),
]
