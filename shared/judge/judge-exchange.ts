import type { EstablishedEnclave } from '../aci/appraise-report.ts'
import { enclaveEndpoints } from '../aci/endpoints.ts'
import { parseEnclaveReceipt, type EnclaveReceipt } from '../aci/parse-enclave-receipt.ts'
import { replicasOf, signerAmong, type Replicas } from '../aci/replicas.ts'
import { requiredSessionChecks } from '../aci/hosts/verify-session.ts'
import {
  requiredEnclaveReceiptChecks,
  sessionIdsOf,
  verifyEnclaveReceipt,
} from '../aci/verify-enclave-receipt.ts'
import { bothSides, fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { requiredAnswerChecks, type AnswerTrust } from '../svc/verify-answer.ts'
import type { AskedModel } from '../svc/asked-model.ts'
import type { Svc } from '../svc/parse-svc.ts'
import type { SecondHop } from '../aci/second-hop.ts'
import { decideVerdict, type Check, type Verdict } from '../verdict.ts'
import type { ClearFields } from '../e2ee/in-clear/clear-fields.ts'
import type { SealedRequest } from '../e2ee/e2ee-client.ts'
import { checkSignedEnclave } from './check-signed-enclave.ts'
import { judgeClear } from './judge-clear.ts'
import { judgeEnd, judgeSigned, judgeUnsigned } from './judge-end.ts'
import { exchangeOutcome, type ExchangeOutcome } from './exchange-outcome.ts'
import type { RelayedEnd } from '../e2ee/relayed-answer.ts'
import {
  requiredOfferChecks,
  type OfferAppraisal,
  type ReadyEnclave,
} from '../e2ee/verify-key-offer.ts'
import * as checkReasons from '../words/english/verdict/check-reasons.ts'
import { readOrReason } from '../read-or.ts'

/** All that a client knows of one encrypted exchange. */
export interface ExchangeFacts {
  readonly asked: AskedModel
  readonly offer: OfferAppraisal & { readonly ready: ReadyEnclave }
  /** Enclaves that this client verified for the model besides: replicas, perhaps. */
  readonly otherKeysets: readonly EstablishedEnclave[]
  readonly sealed: SealedRequest
  readonly clear: ClearFields
  readonly end: RelayedEnd
  /** `X-Receipt-Id` of the answer; null when it had none. */
  readonly receiptId: string | null
  /** Unix seconds between which the answer began. */
  readonly beganBetween: readonly [number, number]
  /** Checks of the aggregator's session, where the receipt names one. */
  readonly sessionChecks: readonly Check[]
  /** Who vouches for the model's host, as far as these checks establish it. */
  readonly secondHop: SecondHop
}

export interface ExchangeJudgement {
  readonly verdict: Verdict
  readonly outcome: ExchangeOutcome
  readonly secondHop: SecondHop
  /** Paths of what left in clear beside what was encrypted, and of what came. */
  readonly sentInClear: readonly string[]
  readonly cameInClear: readonly string[]
}

/** Checks that an exchange must pass to be verified. */
const requiredExchangeChecks: readonly CheckId[] = [
  ...requiredOfferChecks,
  'enclave-receipt.present',
  ...requiredEnclaveReceiptChecks,
  ...requiredAnswerChecks,
  'receipt.model',
  'e2ee.mode',
  'e2ee.encrypted',
  'e2ee.complete',
]

/** The whole judgement of one encrypted exchange, by the one who asked (PROTOCOL.md §9). */
export function judgeExchange(facts: ExchangeFacts, trust: AnswerTrust): ExchangeJudgement {
  const { offer, end, sealed } = facts
  const { svc } = end
  const receipt = enclaveReceiptOf(svc)
  const known = replicasOf(offer.ready.enclave, facts.otherKeysets)
  const signedBy = typeof receipt === 'string' ? known[0] : signerAmong(receipt, known)
  const receiptChecks = judgeReceipt(facts, receipt, known)
  const sentInClear = [...facts.clear.tools, ...facts.clear.telling]
  const needsSession = typeof receipt !== 'string' && sessionIdsOf(receipt).length > 0
  const checks = [
    ...offer.checks,
    ...receiptChecks,
    ...facts.sessionChecks,
    ...judgeSigned(end, { messages: sealed.wirePrompt, asked: facts.asked }, trust),
    svc === null ? judgeUnsigned(end) : checkMode(svc, signedBy),
    ...judgeEnd(end, checkReasons.fieldNotEncrypted),
    ...judgeClear(sentInClear, end.cameInClear),
  ]
  const required = needsSession
    ? [...requiredExchangeChecks, ...requiredSessionChecks]
    : requiredExchangeChecks
  return {
    secondHop: facts.secondHop,
    verdict: decideVerdict(checks, required),
    outcome: exchangeOutcome({ receiptChecks, opened: end.opened, isComplete: end.isComplete }),
    sentInClear,
    cameInClear: end.cameInClear,
  }
}

/** The receipt in `svc`, or why there is none. */
export function enclaveReceiptOf(
  svc: Pick<Svc, 'enclave_receipt'> | null,
): EnclaveReceipt | string {
  if (svc === null) return checkReasons.noSvc
  if (svc.enclave_receipt === undefined) return checkReasons.noEnclaveReceipt
  return readOrReason(() => parseEnclaveReceipt(svc.enclave_receipt))
}

function judgeReceipt(
  facts: ExchangeFacts,
  receipt: EnclaveReceipt | string,
  known: Replicas,
): readonly Check[] {
  const id = 'enclave-receipt.present'
  // One that is missing leaves the answer unverified; nothing says that it was altered.
  if (typeof receipt === 'string') return [skip(id, receipt)]
  const { ready } = facts.offer
  return [
    pass(id),
    ...verifyEnclaveReceipt(receipt, {
      keysets: known,
      receiptId: facts.receiptId ?? checkReasons.noneAnnounced,
      endpoint: enclaveEndpoints[facts.sealed.form.endpoint],
      model: ready.upstreamModel,
      requestDigest: `sha256:${facts.sealed.restoredDigest}`,
      responseDigest: facts.end.responseDigest,
      beganBetween: facts.beganBetween,
      serving: signerAmong(receipt, known).serving,
    }),
  ]
}

function checkMode({ receipt: { body } }: Svc, enclave: EstablishedEnclave): Check {
  const id = 'e2ee.mode'
  if (body.mode !== 'e2ee') return fail(id, bothSides(['signed', body.mode], ['sent', 'e2ee']))
  return checkSignedEnclave(id, body, enclave)
}
