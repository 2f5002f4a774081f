import { sha256 } from '@noble/hashes/sha2.js'
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
import type { AciDigest } from '../aci/parse-keyset.ts'
import {
  requiredRelayReceiptChecks,
  sessionIdOf,
  verifyEnclaveReceipt,
} from '../aci/verify-enclave-receipt.ts'
import { parseSession, requiredSessionChecks, verifySession } from '../aci/verify-session.ts'
import { parsePemChain } from '../attestation/parse-certificate.ts'
import {
  parseReferenceValues,
  type ReferenceValues,
} from '../attestation/parse-reference-values.ts'
import { simulatedReferenceValues } from '../attestation/simulated-reference-values.ts'
import { bytesToHex, concatBytes, utf8ToBytes } from '../bytes.ts'
import { fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { sha256Digest } from '../digest.ts'
import { receiptOf } from '../e2ee/judge-exchange.ts'
import { FormatError } from '../errors.ts'
import type { Svc } from '../svc/parse-svc.ts'
import type { Check } from '../verdict.ts'
import { enclaveBytes } from './enclave-bytes.ts'
import type { ReadEvidence } from './parse-evidence.ts'

/** What the reader accepts. Nothing of it may come from the file or from the gateway. */
export interface ChainPolicy {
  /** What a hardware enclave must measure to; null when the reader pinned nothing. */
  readonly reference: ReferenceValues | null
  readonly simulatedEnclave: 'reject' | 'accept-in-development'
}

export interface ChainInput {
  readonly svc: Svc
  /** The answer as it came, with `svc` in it. */
  readonly bytes: Uint8Array
  readonly form: 'answer' | 'transcript'
  readonly evidence: ReadEvidence
}

/** Checks from the quote to the answer, and which of them it takes to call the enclave verified. */
export interface ChainJudgement {
  readonly checks: readonly Check[]
  readonly required: readonly CheckId[]
  /** Null when the evidence establishes none. */
  readonly enclave: EstablishedEnclave | null
}

const requiredChainChecks: readonly CheckId[] = [
  ...requiredEnclaveChecks,
  'enclave-receipt.present',
  ...requiredRelayReceiptChecks,
  'enclave.signed',
]

/**
 * The chain behind an enclave's answer, by somebody who holds the answer and the evidence: root, quote,
 * measured software, keyset, the enclave's receipt, these bytes, and the gateway's receipt for the same enclave.
 */
export function judgeChain(input: ChainInput, policy: ChainPolicy): ChainJudgement {
  const { evidence, svc } = input
  const { checks, enclave } = appraise(evidence, policy)
  const receipt = receiptOf(svc)
  if (enclave === null || typeof receipt === 'string') {
    const present =
      typeof receipt === 'string'
        ? skip('enclave-receipt.present', receipt)
        : pass('enclave-receipt.present')
    return { checks: [...checks, present], required: requiredChainChecks, enclave }
  }
  const sessionId = sessionIdOf(receipt)
  return {
    checks: [
      ...checks,
      pass('enclave-receipt.present'),
      ...judgeReceipt(receipt, enclave, input),
      ...(sessionId === null ? [] : judgeSession(receipt, sessionId, evidence)),
      checkSigned(svc, enclave),
    ],
    required:
      sessionId === null ? requiredChainChecks : [...requiredChainChecks, ...requiredSessionChecks],
    enclave,
  }
}

function appraise({ key, nonce, atSeconds }: ReadEvidence, policy: ChainPolicy): Appraisal {
  let enclavePolicy: EnclavePolicy
  try {
    enclavePolicy = policyFor(key.simulation_root, policy)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const reason = `the root of the simulation cannot be read: ${error.message}`
    return { checks: [fail('evidence.format', reason)], enclave: null }
  }
  const { report, collateral } = key
  return appraiseReport({ report, collateral, nonce, nowSeconds: atSeconds }, enclavePolicy)
}

/** A simulation's root comes from the gateway itself: it proves nothing, which is why it must be asked for. */
function policyFor(root: string | undefined, policy: ChainPolicy): EnclavePolicy {
  const simulated = parseReferenceValues(simulatedReferenceValues)
  if (root === undefined || policy.simulatedEnclave === 'reject') {
    return hardwarePolicy(policy.reference ?? simulated)
  }
  const [certificate] = parsePemChain(root)
  return simulationPolicy(simulated, sha256Digest(certificate?.der ?? new Uint8Array(0)))
}

/** An answer may take so long from its first word to the gateway's signature, in seconds. */
const longestAnswerSeconds = 3_600

function judgeReceipt(
  receipt: EnclaveReceipt,
  enclave: EstablishedEnclave,
  { svc, bytes, form, evidence }: ChainInput,
): readonly Check[] {
  const signedAt = Math.floor(Date.parse(svc.receipt.body.issuedAt) / 1000)
  const said = receipt.event_log.find((event) => event['type'] === 'response.returned')
  const digests = digestsOf(bytes, form)
  const checks = verifyEnclaveReceipt(receipt, {
    keysets: [enclave],
    receiptId: svc.enclave_receipt_id ?? 'none that was announced',
    endpoint: '/v1/chat/completions',
    model: evidence.key.upstream_model,
    requestDigest: null,
    responseDigest:
      digests?.find((digest) => digest === said?.['body_hash']) ?? digests?.[0] ?? digestOf(bytes),
    beganBetween: [signedAt - longestAnswerSeconds, signedAt],
    serving: enclave.serving,
  })
  if (digests !== null) return checks
  const unknown = skip(
    'enclave-receipt.response',
    'these are not the bytes as they came: "svc" does not stand last in them',
  )
  return checks.map((check) => (check.id === unknown.id ? unknown : check))
}

const newLines = ['', '\n', '\n\n'].map((text) => utf8ToBytes(text))

/**
 * Digests of the enclave's bytes. A copy may have lost the empty lines at its end, or have one more.
 * Null when these cannot be told from what was added to them.
 */
function digestsOf(bytes: Uint8Array, form: ChainInput['form']): readonly AciDigest[] | null {
  const whole = enclaveBytes(bytes, form)
  if (whole === null) return null
  let end = whole.length
  while (end > 0 && (whole[end - 1] === 0x0a || whole[end - 1] === 0x0d)) end -= 1
  const trimmed = newLines.map((line) => digestOf(concatBytes(whole.subarray(0, end), line)))
  return [digestOf(whole), ...trimmed]
}

function digestOf(bytes: Uint8Array): AciDigest {
  return `sha256:${bytesToHex(sha256(bytes))}`
}

function judgeSession(
  { served_at: servedAtSeconds }: EnclaveReceipt,
  sessionId: string,
  { session }: ReadEvidence,
): readonly Check[] {
  if (session === undefined) return [skip('session.id', 'the evidence holds no session')]
  try {
    return verifySession(parseSession(utf8ToBytes(session)), { sessionId, servedAtSeconds })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return [fail('session.id', error.message)]
  }
}

function checkSigned({ receipt: { body } }: Svc, enclave: EstablishedEnclave): Check {
  const id = 'enclave.signed'
  return body.enclave?.measurement === enclave.measurement &&
    body.enclave.verifiedBy === enclave.scheme
    ? pass(id)
    : fail(id, 'the gateway signed for another enclave than this one')
}
