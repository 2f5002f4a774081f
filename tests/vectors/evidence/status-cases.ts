import type { EvidenceVectorCase } from './evidence-vector-case.ts'

/** Best first. */
const statuses = [
  'UpToDate',
  'SWHardeningNeeded',
  'ConfigurationNeeded',
  'ConfigurationAndSWHardeningNeeded',
  'OutOfDate',
  'OutOfDateConfigurationNeeded',
  'Revoked',
] as const
const accepted = { tcb_statuses: statuses.slice(0, -1) }
const failed = ['quote.tcb-status']

/** Each status of each part, under the usual policy, and under one that accepts whatever can be accepted. */
export const statusCases: readonly EvidenceVectorCase[] = statuses.flatMap((status, rank) => [
  {
    name: `a platform that is ${status}`,
    failed: rank < 2 ? [] : failed,
    evidence: { plan: { collateral: { tcbStatus: status } } },
  },
  {
    name: `a platform that is ${status}, where all are accepted`,
    failed: status === 'Revoked' ? failed : [],
    evidence: { plan: { collateral: { tcbStatus: status } }, reference: accepted },
  },
  {
    name: `a platform that needs hardening, a TDX module that is ${status}, where those two are not accepted`,
    failed,
    evidence: {
      plan: { collateral: { tcbStatus: 'SWHardeningNeeded', moduleStatus: status } },
      reference: {
        tcb_statuses: statuses.filter((each) => each !== 'Revoked' && each !== 'SWHardeningNeeded' && each !== status),
      },
    },
  },
  {
    name: `a quoting enclave that is ${status}, where that alone is accepted`,
    failed: status === 'Revoked' ? failed : [],
    evidence: {
      plan: { collateral: { qeStatus: status } },
      reference: { tcb_statuses: [status === 'Revoked' ? 'OutOfDate' : status] },
    },
  },
])
