import {
  appraiseReport,
  hardwarePolicy,
  requiredEnclaveChecks,
  simulationPolicy,
  type Appraisal,
  type EnclavePolicy,
  type EstablishedEnclave,
} from '../aci/appraise-report.ts'
import type { EnclaveReceipt } from '../aci/parse-enclave-receipt.ts'
import { auditSession, joinAudits, type SessionAudit } from '../aci/hosts/audit-session.ts'
import { keysetDigest } from '../aci/parse-keyset.ts'
import { parseReport } from '../aci/parse-report.ts'
import {
  requiredRelayReceiptChecks,
  sessionIdsOf,
  verifyEnclaveReceipt,
} from '../aci/verify-enclave-receipt.ts'
import { requiredSessionChecks } from '../aci/hosts/verify-session.ts'
import { parsePemChain } from '../attestation/certificates/parse-pem-chain.ts'
import {
  parseReferenceValues,
  type ReferenceValues,
} from '../attestation/appraise/parse-reference-values.ts'
import { simulatedReferenceValues } from '../attestation/appraise/simulated-reference-values.ts'
import { utf8ToBytes } from '../bytes/bytes.ts'
import { fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { sha256Digest, type Digest } from '../digest.ts'
import { enclaveReceiptOf } from './judge-exchange.ts'
import { FormatError } from '../errors.ts'
import type { SecondHop } from '../aci/second-hop.ts'
import type { Check } from '../verdict.ts'
import { checkSignedEnclave } from './check-signed-enclave.ts'
import { checkEvidenceTime } from './evidence-age.ts'
import { pathOf, type ChainSubject } from './chain-subject.ts'
import { otherBytes } from './other-bytes.ts'
import { responseDigests } from './response-digests.ts'
import type { ReadEvidence } from '../document/parse-evidence.ts'
import * as checkReasons from '../words/english/verdict/check-reasons.ts'

/** What the reader accepts. Nothing of it may come from the file or from the gateway. */
export interface ChainPolicy {
  /** What the enclave must measure to; null when the reader pinned nothing: a simulated one has values of its own. */
  readonly reference: ReferenceValues | null
}

export interface ChainInput extends ChainSubject {
  readonly evidence: ReadEvidence
  /** Unix seconds between which the answer began, if the client knows; otherwise the gateway's receipt says the time. */
  readonly beganBetween?: readonly [from: number, to: number]
}

/** Checks from the quote to the answer, and which of them it takes to call the enclave verified. */
export interface ChainJudgement {
  readonly checks: readonly Check[]
  readonly required: readonly CheckId[]
  /** Null when the evidence establishes none. */
  readonly enclave: EstablishedEnclave | null
  /** Who vouches for the model's host, as far as the evidence establishes it. */
  readonly secondHop: SecondHop
}

const requiredChainChecks: readonly CheckId[] = [
  ...requiredEnclaveChecks,
  'evidence.time',
  'enclave-receipt.present',
  ...requiredRelayReceiptChecks,
  'enclave.signed',
]

const unjudged = {
  required: requiredChainChecks,
  secondHop: 'the provider’s claim',
} as const

/**
 * The chain behind an enclave's answer, by somebody who holds the answer and the evidence: root, quote,
 * measured software, keyset, the enclave's receipt, these bytes, and the gateway's receipt for the same enclave.
 */
export function judgeChain(input: ChainInput, policy: ChainPolicy): ChainJudgement {
  const { evidence, svc } = input
  const receipt = enclaveReceiptOf(svc)
  if (typeof receipt !== 'string' && isOfOtherKeys(evidence, receipt)) {
    return { ...unjudged, checks: [otherKeyset], enclave: null }
  }
  if (evidence.key.collateral === null) {
    return { ...unjudged, checks: [noCollateral], enclave: null }
  }
  const { checks: found, enclave, enclavePolicy } = appraise(input, policy)
  const checks = [...found, checkEvidenceTime(evidence, svc.receipt.body.issuedAt)]
  if (enclave === null || enclavePolicy === null || typeof receipt === 'string') {
    const present =
      typeof receipt === 'string'
        ? skip('enclave-receipt.present', receipt)
        : pass('enclave-receipt.present')
    return { ...unjudged, checks: [...checks, present], enclave }
  }
  const sessionIds = sessionIdsOf(receipt)
  const host = judgeHosts({ sessionIds, receipt, policy: enclavePolicy }, enclave, evidence)
  return {
    secondHop: host.secondHop,
    checks: [
      ...checks,
      pass('enclave-receipt.present'),
      ...judgeReceipt(receipt, enclave, input),
      ...host.checks,
      checkSignedEnclave('enclave.signed', svc.receipt.body, enclave),
    ],
    required:
      sessionIds.length === 0
        ? requiredChainChecks
        : [...requiredChainChecks, ...requiredSessionChecks],
    enclave,
  }
}

interface Hosts {
  readonly sessionIds: readonly string[]
  readonly receipt: EnclaveReceipt
  readonly policy: EnclavePolicy
}

/** The evidence holds one document: of several sessions the others are missing, which is no contradiction. */
function judgeHosts(
  { sessionIds, receipt, policy }: Hosts,
  { serving }: EstablishedEnclave,
  { session, atSeconds: nowSeconds }: ReadEvidence,
): SessionAudit {
  const audits = sessionIds.map((sessionId): SessionAudit => {
    if (session === undefined) return missingSession(sessionId)
    const audit = auditSession(utf8ToBytes(session), { sessionId, receipt, policy, nowSeconds })
    const isOther = audit.checks.some(({ id, status }) => id === 'session.id' && status === 'fail')
    return isOther && sessionIds.length > 1 ? missingSession(sessionId) : audit
  })
  return joinAudits(audits, serving)
}

function missingSession(id: string): SessionAudit {
  const missing = skip('session.id', checkReasons.noSession(id))
  return { checks: [missing], secondHop: 'the provider’s claim' }
}

interface PolicedAppraisal extends Appraisal {
  /** The policy under which the enclave was judged; null without one. */
  readonly enclavePolicy: EnclavePolicy | null
}

function appraise({ svc, evidence }: ChainInput, { reference }: ChainPolicy): PolicedAppraisal {
  const { key, nonce, atSeconds } = evidence
  const isSimulated = svc.receipt.body.enclave?.verifiedBy === 'aci-tdx-simulated/1'
  let enclavePolicy: EnclavePolicy
  try {
    enclavePolicy = policyFor(isSimulated ? key.simulation_root : undefined, reference)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const reason = checkReasons.simulationRoot(error.message)
    return { checks: [fail('evidence.format', reason)], enclave: null, enclavePolicy: null }
  }
  const { report, collateral } = key
  const appraisal = appraiseReport(
    { report, collateral, nonce, nowSeconds: atSeconds },
    enclavePolicy,
  )
  const judged = isSimulated || reference !== null ? appraisal : withoutReference(appraisal)
  return { ...judged, enclavePolicy }
}

/** Nobody said what it must measure to: that is missing, and nothing that was found to be wrong. */
function withoutReference({ checks }: Appraisal): Appraisal {
  return {
    checks: checks.map((check) =>
      byReference.includes(check.id) ? skip(check.id, checkReasons.noReferenceValues) : check,
    ),
    enclave: null,
  }
}

const byReference: readonly CheckId[] = [
  'policy.compose',
  'policy.compose-content',
  'policy.app-id',
  'policy.platform',
  'policy.key-provider',
  'custody.root',
]

/**
 * An answer that was signed as simulated is judged under the simulation's own root, which comes from
 * the gateway and proves nothing; one that was signed as hardware never is.
 */
function policyFor(root: string | undefined, reference: ReferenceValues | null): EnclavePolicy {
  const values = reference ?? parseReferenceValues(simulatedReferenceValues)
  if (root === undefined) return hardwarePolicy(values)
  const [certificate] = parsePemChain(root)
  return simulationPolicy(values, sha256Digest(certificate?.der ?? new Uint8Array(0)))
}

/** As the evidence itself says, which is enough to leave it out. Evidence that cannot be read is judged, and fails. */
export function isOfOtherKeys({ key }: ReadEvidence, receipt: EnclaveReceipt): boolean {
  try {
    return keysetDigest(parseReport(key.report).keysetJson) !== receipt.workload_keyset_digest
  } catch (error) {
    if (error instanceof FormatError) return false
    throw error
  }
}

/** An enclave that started anew has other keys; the answer may be as genuine as before. */
const otherKeyset = skip('enclave-receipt.keyset', checkReasons.otherKeys)

/** Without it no quote can be judged, and nothing is found to be wrong. */
const noCollateral = skip('quote.root', checkReasons.noCollateral)

/** An answer may take so long from its first word to the gateway's signature, in seconds. */
const longestAnswerSeconds = 3_600

function judgeReceipt(
  receipt: EnclaveReceipt,
  enclave: EstablishedEnclave,
  { evidence, beganBetween, ...subject }: ChainInput,
): readonly Check[] {
  const { svc, endpoint } = subject
  const signedAt = Math.floor(Date.parse(svc.receipt.body.issuedAt) / 1000)
  const said = receipt.event_log.find((event) => event['type'] === 'response.returned')
  const digests = responseDigests(subject)
  const checks = verifyEnclaveReceipt(receipt, {
    keysets: [enclave],
    receiptId: svc.enclave_receipt_id ?? checkReasons.noneAnnounced,
    endpoint: pathOf(endpoint, receipt.endpoint),
    model: evidence.key.upstream_model,
    requestDigest: null,
    responseDigest: `sha256:${signedAmong(digests, said?.['body_hash'])}`,
    beganBetween: beganBetween ?? [signedAt - longestAnswerSeconds, signedAt],
    serving: enclave.serving,
  })
  const id = 'enclave-receipt.response'
  if (typeof digests === 'string') {
    return checks.map((check) => (check.id === id ? skip(id, digests) : check))
  }
  const reason = otherBytes(subject)
  return checks.map((check) =>
    check.id === id && check.status === 'fail' && reason !== null ? skip(id, reason) : check,
  )
}

/** The digest that was signed, where it is among those of these bytes; else the first, which differs from it. */
function signedAmong(digests: readonly Digest[] | string, signed: unknown): string {
  if (typeof digests === 'string') return ''
  return digests.find((digest) => `sha256:${digest}` === signed) ?? digests[0] ?? ''
}
