import { bothSides, fail, pass } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import type { RelayedEnd } from '../../e2ee/relayed-answer.ts'
import { checkModel, type AskedModel } from '../../svc/asked-model.ts'
import type { Svc } from '../../svc/parse-svc.ts'
import { requiredAnswerChecks, verifyAnswer, type AnswerTrust } from '../../svc/verify-answer.ts'
import { decideVerdict, type Check } from '../../verdict.ts'
import type { Json } from '../../canonical-json.ts'
import type { ExchangeJudgement } from '../judge-exchange.ts'
import type { BodyEnclave, BodyOfferAppraisal } from './verify-body-offer.ts'

/** All that a client knows of one exchange whose bodies were encrypted as a whole. */
export interface BodyExchangeFacts {
  readonly asked: AskedModel
  readonly offer: BodyOfferAppraisal & { readonly ready: BodyEnclave }
  /** What a gateway commits to of the request. */
  readonly wirePrompt: Json
  readonly end: RelayedEnd
}

/** Of an exchange that is called verified. */
const requiredExchangeChecks: readonly CheckId[] = [
  ...requiredAnswerChecks,
  'receipt.model',
  'e2ee.mode',
  'e2ee.encrypted',
  'e2ee.complete',
]

/**
 * The whole judgement of such an exchange, by the one who asked: the answer opened under keys that only the two ends of the request
 * have, so that whoever has the attested key wrote it. Nobody else can be shown that.
 */
export function judgeBodyExchange(
  { asked, offer, wirePrompt, end }: BodyExchangeFacts,
  trust: AnswerTrust,
): ExchangeJudgement {
  const { svc, wireAnswer, opened, isComplete } = end
  const checks = [
    ...offer.checks,
    ...(svc === null
      ? []
      : verifyAnswer(
          svc,
          { messages: wirePrompt, ...(wireAnswer === null ? {} : { message: wireAnswer }) },
          trust,
        )),
    ...(svc === null ? [] : [checkModel(svc.receipt.body.model, asked)]),
    checkMode(svc, offer.ready),
    opened
      ? pass('e2ee.encrypted')
      : fail('e2ee.encrypted', 'the answer is not encrypted to this request'),
    isComplete
      ? pass('e2ee.complete')
      : fail('e2ee.complete', 'the answer ended before every choice had finished'),
  ]
  const verdict = decideVerdict(checks, [...offer.required, ...requiredExchangeChecks])
  return {
    verdict,
    outcome: !opened
      ? 'tampered'
      : !isComplete
        ? 'truncated'
        : verdict.kind === 'verified'
          ? 'complete'
          : 'unverified',
    secondHop: 'none',
    sentInClear: [],
    cameInClear: [],
  }
}

function checkMode(svc: Svc | null, { enclave, verifiedBy }: BodyEnclave): Check {
  const id = 'e2ee.mode'
  if (svc === null) return fail(id, 'the gateway signed nothing')
  const { body } = svc.receipt
  if (body.mode !== 'e2ee') return fail(id, bothSides(['signed', body.mode], ['sent', 'e2ee']))
  const { measurement = 'none', verifiedBy: signed = 'none' } = body.enclave ?? {}
  if (signed !== verifiedBy) return fail(id, bothSides(['signed', signed], ['proven', verifiedBy]))
  return measurement === enclave.measurement
    ? pass(id)
    : fail(id, bothSides(['signed', measurement], ['proven', enclave.measurement]))
}
