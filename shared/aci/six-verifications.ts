import { requiredComposeChecks } from '../attestation/appraise/appraise-compose.ts'
import { requiredMeasurementChecks } from '../attestation/appraise/verify-measurements.ts'
import { requiredQuoteChecks } from '../attestation/quote/verify-quote.ts'
import type { CheckId } from '../claims.ts'
import { fail, pass, skip } from '../checks.ts'
import { decideVerdict, type Check } from '../verdict.ts'
import * as keysetReasons from '../words/english/enclave/keyset-reasons.ts'
import { hostChecks } from './hosts/judge-host.ts'
import { requiredCustodyChecks } from './verify-custody.ts'
import { requiredSessionChecks } from './hosts/verify-session.ts'

/** What each of the six verifications of the relay consists of (PROTOCOL.md §10). */
const parts = {
  'enclave.attestation-chain': ['evidence.format', ...requiredQuoteChecks, 'aci.tee-type'],
  'enclave.measurement': [
    ...requiredMeasurementChecks,
    'measurement.mrconfigid',
    ...requiredComposeChecks,
    'policy.compose',
    'policy.platform',
    'policy.development-image',
  ],
  'enclave.workload-identity': [
    'policy.app-id',
    'policy.subject',
    'policy.key-provider',
    ...requiredCustodyChecks,
    'channel.tls',
    'channel.e2ee-key',
  ],
  'enclave.receipt-binding': [
    'aci.keyset-digest',
    'aci.report-data',
    'aci.keyset-expiry',
    'aci.keyset-roles',
    'enclave-receipt.present',
    'enclave-receipt.keyset',
    'enclave-receipt.key',
    'enclave-receipt.signature',
  ],
  'enclave.upstream-model': ['enclave-receipt.upstream', ...requiredSessionChecks, ...hostChecks],
  'enclave.response-commitment': [
    'enclave-receipt.id',
    'enclave-receipt.exchange',
    'enclave-receipt.time',
    'enclave-receipt.events',
    'enclave-receipt.request',
    'enclave-receipt.response',
    'e2ee.encrypted',
  ],
} as const satisfies Readonly<Record<string, readonly CheckId[]>>

type Verification = keyof typeof parts

const verifications = Object.keys(parts) as readonly Verification[]

/**
 * The six, each from its parts: failed where a part failed, skipped where a required part did not run.
 * @param required ids that had to pass, as for the verdict
 */
function summarizeVerifications(
  checks: readonly Check[],
  required: readonly CheckId[],
): readonly Check[] {
  return verifications.map((id) => {
    const ids: readonly CheckId[] = parts[id]
    const own = checks.filter((check) => ids.includes(check.id))
    const verdict = decideVerdict(
      own,
      required.filter((each) => ids.includes(each)),
    )
    switch (verdict.kind) {
      case 'verified':
        return pass(id)
      case 'rejected':
        return fail(id, `${verdict.failed.id}: ${verdict.failed.reason}`)
      case 'partial':
        return skip(id, keysetReasons.notProven(verdict.missing.join(', ')))
    }
  })
}

/** As `error.checks` lists it. */
export interface RefusedCheck {
  readonly id: CheckId
  readonly status: 'fail' | 'skip'
  readonly reason: string
  /** The gateway, which lists it; or nobody but the provider itself. */
  readonly by: 'gateway' | 'provider'
}

/** What a refusal lists: of the six and of their parts, everything that did not pass. */
export function refusedChecks(
  checks: readonly Check[],
  required: readonly CheckId[],
): readonly RefusedCheck[] {
  const notPassed = checks.filter(
    ({ id, status }) => status === 'fail' || (status === 'skip' && required.includes(id)),
  )
  return [...summarizeVerifications(checks, required), ...notPassed].flatMap((check) =>
    check.status === 'pass'
      ? []
      : {
          id: check.id,
          status: check.status,
          reason: check.reason,
          by: check.by === 'provider' ? 'provider' : 'gateway',
        },
  )
}
