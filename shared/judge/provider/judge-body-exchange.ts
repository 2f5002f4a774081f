import { bothSides, fail, pass, skip } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import { ciphertextValue } from '../../body-relay/ciphertext-value.ts'
import type { Digest } from '../../digest.ts'
import type { RelayedEnd } from '../../e2ee/relayed-answer.ts'
import { handsOn } from '../../modes.ts'
import type { AskedModel } from '../../svc/asked-model.ts'
import type { Svc } from '../../svc/parse-svc.ts'
import { requiredAnswerChecks, type AnswerTrust } from '../../svc/verify-answer.ts'
import { decideVerdict, type Check, type Verdict } from '../../verdict.ts'
import * as checkReasons from '../../words/english/verdict/check-reasons.ts'
import type { ExchangeOutcome } from '../exchange-outcome.ts'
import { judgeClear } from '../judge-clear.ts'
import { judgeEnd, judgeSigned, judgeUnsigned } from '../judge-end.ts'
import type { ExchangeJudgement } from '../judge-exchange.ts'
import {
  requiredSignatureChecks,
  signatureOf,
  verifyNearExchange,
  verifyPassedOn,
} from './near-signature.ts'
import { kindVerifiedBy, passesSignaturesOn, signsAnswers } from './provider-kinds.ts'
import type { BodyEnclave, BodyOfferAppraisal } from './verify-body-offer.ts'

/** All that a client knows of one exchange whose bodies nobody on the way may touch. */
export interface BodyExchangeFacts {
  readonly asked: AskedModel
  readonly offer: BodyOfferAppraisal & { readonly ready: BodyEnclave }
  readonly end: RelayedEnd
  readonly seen: SeenBodies
}

interface SeenBodies {
  /** The model's name at the enclave, as the gateway says it. */
  readonly upstreamModel: string
  /** Of the bodies as they travelled; null where not all of the answer came. */
  readonly requestDigest: Digest
  readonly responseDigest: Digest | null
  /** Paths of what left in clear beside what was encrypted. */
  readonly sentInClear: readonly string[]
}

/** Checks that an exchange must pass to be verified. */
const requiredExchangeChecks: readonly CheckId[] = [
  ...requiredAnswerChecks,
  'receipt.model',
  'e2ee.mode',
  'e2ee.encrypted',
  'e2ee.complete',
]

/**
 * The whole judgement of such an exchange, by the one who asked. Where the enclave signs its answers, the signature says who wrote
 * this one. Where it does not, the answer opened under keys that only the two ends of the request have, so that whoever has the
 * attested key wrote it: nobody else can be shown that.
 */
export function judgeBodyExchange(
  { asked, offer, end, seen }: BodyExchangeFacts,
  trust: AnswerTrust,
): ExchangeJudgement {
  const { svc, opened, isComplete, cameInClear } = end
  const { sentInClear } = seen
  const { kind = '' } = kindVerifiedBy(offer.ready.verifiedBy) ?? {}
  const signature = checkSignature(svc, { kind, ...offer.ready }, seen)
  const checks = [
    ...offer.checks,
    ...signature,
    ...judgeSigned(end, { messages: ciphertextValue(seen.requestDigest), asked }, trust),
    svc === null ? judgeUnsigned(end) : checkMode(svc, offer.ready),
    ...judgeEnd(end, checkReasons.answerNotEncrypted),
    ...judgeClear(sentInClear, cameInClear),
  ]
  const ofAnswer = signsAnswers(kind) ? requiredSignatureChecks : []
  const verdict = decideVerdict(checks, [...offer.required, ...ofAnswer, ...requiredExchangeChecks])
  return {
    verdict,
    outcome: outcomeOf({ opened, isComplete }, signature, verdict),
    secondHop: handsOn(offer.ready.verifiedBy) ? 'the provider’s claim' : 'none',
    sentInClear,
    cameInClear,
  }
}

/** None where enclaves of this kind sign no answers. */
function checkSignature(
  svc: Svc | null,
  { kind, enclave }: Pick<BodyEnclave, 'enclave'> & { readonly kind: string },
  { upstreamModel: model, requestDigest: request, responseDigest: response }: SeenBodies,
): readonly Check[] {
  const signature = svc === null ? checkReasons.noSvc : signatureOf(svc)
  if (passesSignaturesOn(kind)) {
    return verifyPassedOn(signature, enclave.signingKey, { request, response })
  }
  if (!signsAnswers(kind)) return []
  // One that is missing leaves the answer unverified; nothing says that it was altered.
  return typeof signature === 'string'
    ? [skip('enclave-receipt.present', signature)]
    : verifyNearExchange(signature, enclave.signingKey, { model, request, response })
}

type End = Pick<RelayedEnd, 'opened' | 'isComplete'>

function outcomeOf(
  { opened, isComplete }: End,
  signature: readonly Check[],
  verdict: Verdict,
): ExchangeOutcome {
  if (!isComplete && opened) return 'truncated'
  const isForged = signature.some(({ status }) => status === 'fail')
  if (!opened || isForged) return 'tampered'
  return verdict.kind === 'verified' ? 'complete' : 'unverified'
}

function checkMode({ receipt: { body } }: Svc, { enclave, verifiedBy }: BodyEnclave): Check {
  const id = 'e2ee.mode'
  if (body.mode !== 'e2ee') return fail(id, bothSides(['signed', body.mode], ['sent', 'e2ee']))
  const { measurement = 'none', verifiedBy: signed = 'none' } = body.enclave ?? {}
  if (signed !== verifiedBy) return fail(id, bothSides(['signed', signed], ['proven', verifiedBy]))
  return measurement === enclave.measurement
    ? pass(id)
    : fail(id, bothSides(['signed', measurement], ['proven', enclave.measurement]))
}
