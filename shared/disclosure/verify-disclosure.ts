import type { CheckId } from '../claims.ts'
import { requiredReceiptChecks, verifyReceipt } from '../receipt/verify-receipt.ts'
import { checkCommitment, type AnswerTrust } from '../svc/verify-answer.ts'
import type { Check } from '../verdict.ts'
import type { Disclosure } from './parse-disclosure.ts'

/** What this disclosure must have passed: the receipt, and every part that it discloses. */
export function requiredDisclosureChecks(disclosure: Disclosure): readonly CheckId[] {
  return [
    ...requiredReceiptChecks,
    ...(disclosure.prompt ? (['commitment.prompt'] as const) : []),
    ...(disclosure.response ? (['commitment.response'] as const) : []),
  ]
}

export function verifyDisclosure(
  { receipt, prompt, response }: Disclosure,
  { signers, policy, nowSeconds }: AnswerTrust,
): readonly Check[] {
  return [
    ...verifyReceipt(receipt, signers, policy, nowSeconds),
    checkCommitment('commitment.prompt', receipt.body.promptCommit, {
      value: prompt?.messages,
      salt: prompt?.salt,
    }),
    checkCommitment('commitment.response', receipt.body.responseCommit, {
      value: response?.message,
      salt: response?.salt,
    }),
  ]
}
