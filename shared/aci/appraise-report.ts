import { appraiseCompose, requiredComposeChecks } from '../attestation/appraise/appraise-compose.ts'
import {
  appraiseMeasurements,
  requiredAppraisalChecks,
} from '../attestation/appraise/appraise-measurements.ts'
import { readBootFacts, type BootFacts } from '../attestation/appraise/boot-facts.ts'
import { parseCollateral } from '../attestation/quote/parse-collateral.ts'
import type { ReferenceValues } from '../attestation/appraise/parse-reference-values.ts'
import {
  requiredMeasurementChecks,
  verifyMeasurements,
} from '../attestation/appraise/verify-measurements.ts'
import { intelRoot, requiredQuoteChecks, verifyQuote } from '../attestation/quote/verify-quote.ts'
import { fail, pass } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import type { Digest } from '../digest.ts'
import { FormatError } from '../errors.ts'
import type { EnclaveScheme } from '../modes.ts'
import { decideVerdict, type Check } from '../verdict.ts'
import { keysetDigest } from './parse-keyset.ts'
import { parseReport, type Report } from './parse-report.ts'
import { reportDataSlot, reportStatement } from './report-data.ts'
import { requiredCustodyChecks, verifyCustody } from './verify-custody.ts'
import type { EstablishedKeyset, Serving } from './verify-enclave-receipt.ts'
import { requiredKeysetChecks, verifyKeyset } from './verify-keyset.ts'

/** Root and name of a scheme belong together: a simulation never bears the name of hardware. */
export interface EnclavePolicy {
  readonly root: Digest
  readonly scheme: EnclaveScheme
  readonly reference: ReferenceValues
}

export function hardwarePolicy(reference: ReferenceValues): EnclavePolicy {
  return { root: intelRoot, scheme: 'aci-tdx-dcap/1', reference }
}

/** @param root SHA-256 of the simulation's root certificate */
export function simulationPolicy(reference: ReferenceValues, root: Digest): EnclavePolicy {
  return { root, scheme: 'aci-tdx-simulated/1', reference }
}

/** An enclave whose keys may be used. */
export interface EstablishedEnclave extends EstablishedKeyset {
  readonly measurement: Digest
  readonly appId: string
  readonly scheme: EnclaveScheme
  readonly serving: Serving
  readonly e2eeVersions: readonly string[]
}

export interface Appraisal {
  readonly checks: readonly Check[]
  /** Null unless every required check passed. */
  readonly enclave: EstablishedEnclave | null
}

export interface ReportEvidence {
  /** The report as served. */
  readonly report: Uint8Array
  /** As a PCCS client passes it around. */
  readonly collateral: unknown
  /** Our own, 64 lowercase hex digits, fresh for this report. */
  readonly nonce: string
  readonly nowSeconds: number
}

export const requiredEnclaveChecks: readonly CheckId[] = [
  'evidence.format',
  ...requiredQuoteChecks,
  ...requiredMeasurementChecks,
  ...requiredAppraisalChecks,
  ...requiredComposeChecks,
  ...requiredKeysetChecks,
  ...requiredCustodyChecks,
]

/** Judges an enclave's report from the quote to the keys. Evidence that cannot be read is a failed check. */
export function appraiseReport(evidence: ReportEvidence, policy: EnclavePolicy): Appraisal {
  try {
    const report = parseReport(evidence.report)
    const facts = readBootFacts(report.eventLog)
    const boot = typeof facts === 'string' ? null : facts
    const checks = [pass('evidence.format'), ...judge(report, boot, { evidence, policy })]
    const verdict = decideVerdict(checks, requiredEnclaveChecks)
    if (verdict.kind !== 'verified' || boot === null) return { checks, enclave: null }
    return { checks, enclave: establish(report, boot, policy) }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const reason = `${error.code}: ${error.message}`
    return { checks: [fail('evidence.format', reason)], enclave: null }
  }
}

interface Judging {
  readonly evidence: ReportEvidence
  readonly policy: EnclavePolicy
}

function judge(
  report: Report,
  facts: BootFacts | null,
  { evidence, policy }: Judging,
): readonly Check[] {
  const { nonce, nowSeconds } = evidence
  const { reference } = policy
  const { quote, eventLog, appCompose } = report
  const statement = reportStatement(keysetDigest(report.keysetJson), nonce)
  return [
    ...verifyQuote(
      {
        quote,
        collateral: parseCollateral(evidence.collateral),
        expectedReportData: reportDataSlot(statement),
        nowSeconds,
      },
      { root: policy.root, acceptedTcbStatuses: reference.tcbStatuses },
    ),
    ...verifyMeasurements({ td: quote.td, eventLog, appCompose }),
    ...(facts ? appraiseMeasurements({ td: quote.td, facts }, reference) : []),
    ...(appCompose === null
      ? []
      : appraiseCompose(appCompose, {
          composeHashes: reference.composeHashes,
          allowedEnvs: reference.allowedEnvs,
          serving: report.serving,
        })),
    ...verifyKeyset({ report, nonce, nowSeconds, facts }),
    ...verifyCustody({
      keyset: report.keyset,
      custody: report.custody,
      appId: facts?.appId ?? null,
      acceptedRoots: reference.kmsRoots,
    }),
  ]
}

function establish(
  report: Report,
  facts: BootFacts,
  { scheme, reference }: EnclavePolicy,
): EstablishedEnclave {
  const isPinnedDirect = reference.directComposeHashes.includes(facts.composeHash)
  return {
    digest: keysetDigest(report.keysetJson),
    keyset: report.keyset,
    measurement: facts.composeHash,
    appId: facts.appId,
    scheme,
    serving: report.serving === 'direct' && !isPinnedDirect ? 'undetermined' : report.serving,
    e2eeVersions: report.e2eeVersions,
  }
}
