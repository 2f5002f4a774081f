import { sha256 } from '@noble/hashes/sha2.js'
import {
  appraiseCompose,
  requiredComposeChecks,
} from '../../attestation/appraise/appraise-compose.ts'
import { appraiseMeasurements } from '../../attestation/appraise/appraise-measurements.ts'
import { readBootFacts } from '../../attestation/appraise/boot-facts.ts'
import { parseCollateral } from '../../attestation/quote/parse-collateral.ts'
import type { ModelHostValues } from '../../attestation/appraise/parse-reference-values.ts'
import {
  requiredMeasurementChecks,
  verifyMeasurements,
} from '../../attestation/appraise/verify-measurements.ts'
import { requiredQuoteChecks, verifyQuote } from '../../attestation/quote/verify-quote.ts'
import { concatBytes, parseHex } from '../../bytes/bytes.ts'
import { fail, pass, skip } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import { FormatError } from '../../errors.ts'
import { decideVerdict, type Check } from '../../verdict.ts'
import * as hostReasons from '../../words/english/enclave/host-reasons.ts'
import type { EnclavePolicy } from '../appraise-report.ts'
import { readHostEvidence, type HostEvidence } from './host-evidence.ts'
import type { Session } from './verify-session.ts'

/** All of them must pass before the model's host is established. */
export const hostChecks = [
  'host.evidence',
  'host.channel',
  'host.quote',
  'host.measurement',
] as const satisfies readonly CheckId[]

/** What the reader holds the host against. */
export interface HostInputs {
  readonly policy: EnclavePolicy
  /** What the maker of the host's processor signed about it, or null where nobody brought it. */
  readonly collateral: unknown
  readonly nowSeconds: number
}

/**
 * Whether the model's host is an enclave that the reader accepts, by its own quote: the same checks as
 * of the enclave in front of it, bound to the TLS key under which that one reached it. What contradicts
 * itself fails; what cannot be judged, or is not accepted, stays on the provider's word.
 */
export function judgeHost(session: Session, inputs: HostInputs): readonly Check[] {
  try {
    const evidence = readHostEvidence(session)
    if (typeof evidence === 'string') return [skip('host.evidence', evidence)]
    return [
      pass('host.evidence'),
      checkChannel(session, evidence),
      checkQuote(evidence, inputs),
      checkMeasurement(evidence, inputs.policy.reference.modelHosts),
    ]
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return [fail('host.evidence', `${error.code}: ${error.message}`)]
  }
}

/** Every connection that the record allows must end under the key that the quote is over. */
function checkChannel({ document }: Session, { spki }: HostEvidence): Check {
  const id = 'host.channel'
  const bindings: unknown = document['channel_binding']
  if (!Array.isArray(bindings) || bindings.length === 0) {
    return skip(id, hostReasons.noConnection)
  }
  const keys = bindings.map((binding: unknown) =>
    isBinding(binding) && binding.type === 'tls_spki_sha256' ? binding.spki_sha256 : null,
  )
  if (keys.includes(null)) return skip(id, hostReasons.noTlsKey)
  const isOwn = (key: unknown) => typeof key === 'string' && key.toLowerCase() === spki
  return keys.every(isOwn) ? pass(id) : fail(id, hostReasons.otherKey(spki))
}

interface Binding {
  readonly type?: unknown
  readonly spki_sha256?: unknown
}

function isBinding(value: unknown): value is Binding {
  return value !== null && typeof value === 'object'
}

/** What a policy turns down is no contradiction: the aggregator may accept it. */
const judgedByPolicy: readonly CheckId[] = ['quote.tcb-status']

function checkQuote(evidence: HostEvidence, { policy, collateral, nowSeconds }: HostInputs): Check {
  const id = 'host.quote'
  if (collateral === null || collateral === undefined) {
    return skip(id, hostReasons.noCollateral)
  }
  const { quote, signingAddress, spki, nonce } = evidence
  const bound = sha256(concatBytes(signingAddress, parseHex(spki, 32)))
  const checks = verifyQuote(
    {
      quote,
      collateral: parseCollateral(collateral),
      expectedReportData: concatBytes(bound, nonce),
      nowSeconds,
    },
    {
      root: policy.root,
      acceptedTcbStatuses: policy.reference.modelHosts?.tcbStatuses ?? policy.reference.tcbStatuses,
    },
  )
  return summarize(id, checks, requiredQuoteChecks, judgedByPolicy)
}

function checkMeasurement(
  { quote: { td }, eventLog, appCompose }: HostEvidence,
  accepted: ModelHostValues | null,
): Check {
  const id = 'host.measurement'
  const facts = readBootFacts(eventLog)
  const measured = verifyMeasurements({ td, eventLog, appCompose })
  const boot = summarize(id, measured, requiredMeasurementChecks, [])
  if (boot.status !== 'pass') return boot
  if (typeof facts === 'string' || appCompose === null) return skip(id, hostReasons.noSoftware)
  if (accepted === null) return skip(id, hostReasons.nothingPinned(facts.composeHash))
  const required = ['policy.compose', 'policy.platform', 'policy.development-image'] as const
  const judged = [
    ...appraiseMeasurements({ td, facts }, { ...accepted, modelHosts: null }).filter(
      ({ id: each }) => (required as readonly CheckId[]).includes(each),
    ),
    ...appraiseCompose(appCompose, { ...accepted, serving: 'direct' }),
  ]
  return summarize(
    id,
    judged,
    [...required, ...requiredComposeChecks],
    judged.map((check) => check.id),
  )
}

/** @param policy ids whose failure says that the reader does not accept it, and nothing worse */
function summarize(
  id: CheckId,
  checks: readonly Check[],
  required: readonly CheckId[],
  policy: readonly CheckId[],
): Check {
  const worst = checks.find((check) => check.status === 'fail' && !policy.includes(check.id))
  const verdict = decideVerdict(checks, required)
  if (verdict.kind === 'verified') return pass(id)
  if (worst?.status === 'fail') return fail(id, `${worst.id}: ${worst.reason}`)
  return verdict.kind === 'rejected'
    ? skip(id, `${verdict.failed.id}: ${verdict.failed.reason}`)
    : skip(id, hostReasons.notProven(verdict.missing.join(', ')))
}
