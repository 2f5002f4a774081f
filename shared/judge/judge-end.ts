import type { Json } from '../canonical-json.ts'
import { fail, pass, skip } from '../checks.ts'
import type { RelayedEnd } from '../e2ee/relayed-answer.ts'
import { checkModel, type AskedModel } from '../svc/asked-model.ts'
import { verifyAnswer, type AnswerTrust } from '../svc/verify-answer.ts'
import type { Check } from '../verdict.ts'
import * as checkReasons from '../words/english/verdict/check-reasons.ts'

type End = Pick<RelayedEnd, 'opened' | 'isComplete'>

/**
 * Whether all of an answer was encrypted to its request, and whether it is whole. Nobody can tell the second of what did not open.
 * @param notOpened what did not open
 */
export function judgeEnd({ opened, isComplete }: End, notOpened: string): readonly Check[] {
  const id = 'e2ee.complete'
  if (isComplete) return [judgeOpened(opened, notOpened), pass(id)]
  return [
    judgeOpened(opened, notOpened),
    opened ? fail(id, checkReasons.endedEarly) : skip(id, checkReasons.notReadToEnd),
  ]
}

function judgeOpened(opened: boolean, notOpened: string): Check {
  const id = 'e2ee.encrypted'
  return opened ? pass(id) : fail(id, notOpened)
}

interface Sent {
  /** The prompt as it travelled. */
  readonly messages: Json
  readonly asked: AskedModel
}

/** What the gateway signed of the answer as it travelled; none where it signed nothing. */
export function judgeSigned(
  { svc, wireAnswer: message }: RelayedEnd,
  { messages, asked }: Sent,
  trust: AnswerTrust,
): readonly Check[] {
  if (svc === null) return []
  const exchange = { messages, ...(message !== null && { message }) }
  return [...verifyAnswer(svc, exchange, trust), checkModel(svc.receipt.body.model, asked)]
}

/** A gateway that signed nothing at the end of an answer; where the end never came, it may have signed. */
export function judgeUnsigned({ opened, isComplete }: End): Check {
  const id = 'e2ee.mode'
  return opened && isComplete
    ? fail(id, checkReasons.gatewaySignedNothing)
    : skip(id, checkReasons.notReadToEnd)
}
