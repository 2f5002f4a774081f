import type { CheckId } from '../claims.ts'
import { requiredReceiptChecks, verifyReceipt } from '../receipt/verify-receipt.ts'
import { checkCommitment, type AnswerTrust } from '../svc/verify-answer.ts'
import type { Check } from '../verdict.ts'
import type { Disclosure } from './parse-disclosure.ts'

/** What a disclosure must have passed that holds both sides. */
export const requiredDisclosureChecks = [
  ...requiredReceiptChecks,
  'commitment.prompt',
  'commitment.response',
] as const satisfies readonly CheckId[]

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
