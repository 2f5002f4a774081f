import { randomBytes } from 'node:crypto'
import {
  appraiseReport,
  requiredEnclaveChecks,
  simulationPolicy,
  type Appraisal,
} from '#shared/aci/appraise-report.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import type { CollateralDocument } from '#shared/attestation/quote/parse-collateral.ts'
import { sha256Digest, type Digest } from '#shared/digest.ts'
import type { Check } from '#shared/verdict.ts'
import type { EnclavePlan } from '../../../server/demo/enclave/enclave-plan.ts'
import {
  makeEnclave,
  simulationReferenceValues,
  type Machine,
} from '../../../server/demo/enclave/make-enclave.ts'
import {
  makeSimulationPki,
  type PkiPlan,
  type SimulationPki,
} from '../../../server/demo/enclave/hardware/simulation-pki.ts'
import { deriveWorkloadKeys } from '../../../server/demo/enclave/hardware/workload-keys.ts'

/** Evidence in order, but for what the case changes. */
export interface EvidenceCase {
  readonly pki?: PkiPlan
  readonly plan?: EnclavePlan
  readonly serving?: 'direct' | 'aggregator'
  /** Changes the report as it is shown. */
  readonly report?: (report: ReportDocument) => unknown
  /** Members of the reference values that differ. */
  readonly reference?: Readonly<Record<string, unknown>>
  /** `stranger`: the root that is pinned is another one. */
  readonly root?: 'own' | 'stranger'
  /** Added to the time of the check. */
  readonly laterSeconds?: number
}

interface ReportDocument {
  workload_keyset_digest: string
  attestation: {
    tee_type: string
    report_data: string
    evidence: { app_compose: string; quote_report_data: string; key_custody: unknown }
  }
}

export const testScalars = { rootScalar: randomBytes(32), appScalar: randomBytes(32) }
export const testKeys = deriveWorkloadKeys(randomBytes(32))

/** What a verifier is given of a case. */
export interface GivenEvidence {
  readonly report: unknown
  readonly collateral: CollateralDocument
  readonly nonce: string
  readonly nowSeconds: number
  readonly root: Digest
  readonly reference: Readonly<Record<string, unknown>>
}

/** @param common what cases have in common, unless a case asks for another platform */
export async function makeCase(
  evidence: EvidenceCase,
  common: { readonly pki?: SimulationPki; readonly nonce?: string; readonly now?: Date } = {},
): Promise<GivenEvidence> {
  const { now = new Date(), nonce = randomBytes(32).toString('hex') } = common
  const isOwn = evidence.pki !== undefined || common.pki === undefined
  const pki = isOwn ? await makeSimulationPki(now, evidence.pki) : common.pki
  const machine: Machine = { pki, keys: testKeys, ...testScalars }
  const enclave = makeEnclave({
    machine,
    tls: { keyPem: '', certificatePem: '', spki: 'c0'.repeat(32) },
    plan: evidence.plan ?? {},
    serving: evidence.serving ?? 'direct',
    now: () => now,
  })
  const document = JSON.parse(await enclave.report(nonce)) as ReportDocument
  return {
    report: evidence.report?.(document) ?? document,
    collateral: enclave.collateral(),
    nonce,
    nowSeconds: Math.floor(now.getTime() / 1000) + (evidence.laterSeconds ?? 0),
    root: evidence.root === 'stranger' ? sha256Digest('another') : sha256Digest(pki.rootDer),
    reference: { ...simulationReferenceValues(machine), ...evidence.reference },
  }
}

/** The evidence of a case, ready to be judged. */
export async function prepareCase(evidence: EvidenceCase): Promise<() => Appraisal> {
  const given = await makeCase(evidence)
  const report = Buffer.from(JSON.stringify(given.report))
  const policy = simulationPolicy(parseReferenceValues(given.reference), given.root)
  return () => appraiseReport({ ...given, report }, policy)
}

export async function appraiseCase(evidence: EvidenceCase): Promise<Appraisal> {
  return (await prepareCase(evidence))()
}

/** Ids of required checks that did not pass, and of all that failed. */
export function notPassed(checks: readonly Check[]): readonly string[] {
  const passed = new Set(checks.filter(({ status }) => status === 'pass').map(({ id }) => id))
  const failed = checks.filter(({ status }) => status === 'fail').map(({ id }) => id)
  return [...new Set([...failed, ...requiredEnclaveChecks.filter((id) => !passed.has(id))])]
}
