import type { Json } from '../canonical-json.ts'
import { checkSides, fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { opensCommitment } from '../commitment/commit.ts'
import type { Salt } from '../commitment/salt.ts'
import type { Digest } from '../digest.ts'
import { FormatError } from '../errors.ts'
import { privacyLabel } from '../modes.ts'
import type { SignerHistory } from '../receipt/parse-signer-history.ts'
import {
  requiredReceiptChecks,
  verifyReceipt,
  type ReceiptPolicy,
} from '../receipt/verify-receipt.ts'
import type { Check } from '../verdict.ts'
import * as svcProblems from '../words/english/formats/svc-problems.ts'
import type { Svc } from './parse-svc.ts'

/** What the reader holds of the exchange itself. A part that is absent is skipped, never passed. */
export interface Exchange {
  /** `messages` of the request, as sent. */
  readonly messages?: Json
  /** `choices[0].message` of the answer, as received or as assembled from the stream. */
  readonly message?: Json
}

/** What an answer must have passed to be called verified by someone who saw both sides of it. */
export const requiredAnswerChecks = [
  ...requiredReceiptChecks,
  'svc.mode',
  'svc.label',
  'svc.digest',
  'commitment.prompt',
  'commitment.response',
] as const satisfies readonly CheckId[]

export interface AnswerTrust {
  /** Null while the reader has named no signer. */
  readonly signers: SignerHistory | null
  readonly policy: ReceiptPolicy
  /** Unix seconds of the reader's clock. */
  readonly nowSeconds: number
}

/** Judges an answer's `svc` against what the reader knows and holds. */
export function verifyAnswer(
  svc: Svc,
  exchange: Exchange,
  { signers, policy, nowSeconds }: AnswerTrust,
): readonly Check[] {
  const { receipt, commitment_salts: salts } = svc
  const { body } = receipt
  return [
    ...verifyReceipt(receipt, signers, policy, nowSeconds),
    checkShown('svc.mode', svc.privacy_mode, body.mode),
    checkLabel(svc),
    checkShown('svc.digest', svc.receipt_digest, receipt.digest),
    checkCommitment('commitment.prompt', body.promptCommit, {
      value: exchange.messages,
      salt: salts.prompt,
    }),
    checkCommitment('commitment.response', body.responseCommit, {
      value: exchange.message,
      salt: salts.response,
    }),
  ]
}

function checkLabel({ privacy_label: label, receipt: { body } }: Svc): Check {
  return checkShown('svc.label', label, privacyLabel(body.mode, body.enclave?.verifiedBy))
}

/** What stands beside a receipt is what was signed. */
function checkShown(id: CheckId, shown: string, signed: string): Check {
  return checkSides(id, ['signed', signed], ['shown', shown])
}

interface Opening {
  readonly value: Json | undefined
  readonly salt: Salt | undefined
}

/** A commitment opened with what was handed in; a value that JCS cannot write opens nothing. */
export function checkCommitment(id: CheckId, commitment: Digest, { value, salt }: Opening): Check {
  if (value === undefined || salt === undefined)
    return skip(
      id,
      id === 'commitment.prompt' ? svcProblems.questionNotGiven : svcProblems.answerNotGiven,
    )
  try {
    return opensCommitment(commitment, value, salt) ? pass(id) : fail(id, svcProblems.otherValue)
  } catch (error) {
    if (error instanceof FormatError) return fail(id, error.message)
    throw error
  }
}
