import { receiptNaming, type FoundVerdict } from '../found-verdict.ts'
import { reading } from '../countersign-error.ts'
import { promptOf, subjectOf, type GivenAnswer } from './given-answer.ts'
import { trustOf, type Reader } from './reader.ts'
import { judgeInWords } from './subject-verdict.ts'

export interface ReaderOfAnswer extends Reader {
  /** The request as it was sent, or its messages alone. Left out, what was asked stays unchecked. */
  readonly request?: unknown
}

/**
 * Verifies an answer that carries `svc`: its receipt, the words that were asked and answered, and the mode shown. Of a mode
 * with an enclave the gateway is believed (`gateways-claim`): `judgeEvidence` judges the enclave, too.
 * @param answer the body as it came, whole or as a transcript of its events, or the object that an SDK made of it
 * @throws {CountersignError} for what carries no receipt, or cannot be read
 */
export function verifyGivenAnswer(answer: GivenAnswer, reader: ReaderOfAnswer): FoundVerdict {
  return reading(() => {
    const subject = subjectOf(answer)
    const openings = { mayBeSaved: true, ...promptOf(reader.request) } as const
    const { opened: _opened, ...verdict } = judgeInWords(subject, openings, trustOf(reader), {
      naming: receiptNaming,
    })
    return verdict
  })
}
